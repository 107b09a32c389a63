import { conflict, invalidField, notFound } from '@psa/contract-kit';
import {
  type AddLineService,
  contractLineEvents,
  type LineService,
  lineServiceRoutes,
  type UpdateLineService,
} from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion, versioned } from '@psa/http-kit';
import { type Db, handlers, type Tx } from '../../../billing-app.ts';
import { type ContractLineRecord, findContractLine, lockContractLine, updateContractLineRow } from '../contract-line.records.ts';
import { contractLineFacts } from '../contract-line.view.ts';
import { findService } from '../../service/service.records.ts';
import { checkedConfig, checkTiers } from './line-service.rules.ts';
import {
  deleteLineServiceRow,
  findLineService,
  findLineServices,
  insertLineService,
  type LineServiceRow,
  MAX_LINE_SERVICES,
  updateLineServiceRow,
} from './line-service.records.ts';

export const lineServiceHandlers = handlers(lineServiceRoutes, {
  listLineServices: async ({ db, params }) => {
    if ((await findContractLine(db, params.id)) === undefined) throw notFound('Contract line');
    return { data: (await findLineServices(db, [params.id])).map(toLineService) };
  },

  addLineService: async ({ db, params, body }) => {
    const row = await addService(db, params.id, body);
    return versioned({ data: toLineService(row) }, row.version, `/api/v1/contract-lines/${params.id}/services/${row.service_id}`);
  },

  getLineService: async ({ db, params }) => {
    const row = await requireLineService(db, params.planId, params.serviceId);
    return versioned({ data: toLineService(row) }, row.version);
  },

  updateLineService: async ({ db, params, body, ifMatch }) => {
    const row = await updateService(db, params, body, ifMatch);
    return versioned({ data: toLineService(row) }, row.version);
  },

  removeLineService: ({ db, params: { planId, serviceId }, ifMatch }) =>
    db.transaction(async (tx) => {
      const line = await lockLine(tx, planId);
      demandVersion(ifMatch, (await requireLineService(tx, planId, serviceId)).version);
      await deleteLineServiceRow(tx, planId, serviceId);
      await tellChanged(tx, line);
    }),
});

function toLineService({ version: _version, ...row }: LineServiceRow): LineService {
  return row;
}

function addService(db: Db, lineId: string, { service_id, ...input }: AddLineService): Promise<LineServiceRow> {
  return db.transaction(async (tx) => {
    const line = await lockLine(tx, lineId);
    if ((await findService(tx, service_id)) === undefined)
      throw invalidField('service_id', 'is not a service of this tenant', 'unknown_reference');
    if ((await findLineServices(tx, [lineId])).length >= MAX_LINE_SERVICES)
      throw conflict(`A contract line has at most ${MAX_LINE_SERVICES} services`);
    const configuration_type = input.configuration_type ?? line.contract_line_type;
    checkTiers(configuration_type, input.rate_tiers ?? []);
    const isNew = await insertLineService(tx, {
      contract_line_id: lineId,
      service_id,
      quantity: input.quantity,
      custom_rate: input.custom_rate ?? null,
      configuration_type,
      type_config: JSON.stringify(checkedConfig(configuration_type, input.type_config)),
      rate_tiers: JSON.stringify(input.rate_tiers ?? []),
    });
    if (!isNew) throw conflict('The contract line has the service already', { service_id });
    await tellChanged(tx, line);
    return requireLineService(tx, lineId, service_id);
  });
}

interface Which {
  readonly planId: string;
  readonly serviceId: string;
}

function updateService(db: Db, { planId, serviceId }: Which, input: UpdateLineService, accepted: Accepted): Promise<LineServiceRow> {
  return db.transaction(async (tx) => {
    const line = await lockLine(tx, planId);
    const current = await requireLineService(tx, planId, serviceId);
    demandVersion(accepted, current.version);
    const type = input.configuration_type ?? current.configuration_type;
    // Of another type the old configuration says nothing.
    const kept = type === current.configuration_type ? current.type_config : undefined;
    const config = checkedConfig(type, input.type_config ?? kept);
    const tiers = input.rate_tiers ?? (type === 'Usage' ? current.rate_tiers : []);
    checkTiers(type, tiers);
    if (Object.keys(input).length === 0) return current;
    const { quantity = current.quantity, custom_rate = current.custom_rate } = input;
    await updateLineServiceRow(tx, planId, serviceId, {
      quantity,
      custom_rate,
      configuration_type: type,
      type_config: JSON.stringify(config),
      rate_tiers: JSON.stringify(tiers),
    });
    await tellChanged(tx, line);
    return requireLineService(tx, planId, serviceId);
  });
}

async function tellChanged(tx: Tx, { contract_line_id }: ContractLineRecord): Promise<void> {
  const row = await updateContractLineRow(tx, contract_line_id, {});
  emit(tx, contractLineEvents.updated, { ...contractLineFacts(row), changed: ['services'] }, row.version);
}

/** @throws NOT_FOUND */
async function lockLine(tx: Tx, id: string): Promise<ContractLineRecord> {
  const line = await lockContractLine(tx, id);
  if (line === undefined) throw notFound('Contract line');
  return line;
}

/** @throws NOT_FOUND */
async function requireLineService(db: Db, lineId: string, serviceId: string): Promise<LineServiceRow> {
  const row = await findLineService(db, lineId, serviceId);
  if (row === undefined) throw notFound('Service of the contract line');
  return row;
}

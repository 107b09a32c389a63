import { conflict, notFound } from '@psa/contract-kit';
import { type OutboundSettings, outboundRoutes, type Suppression } from '@psa/contracts-email';
import { versioned } from '@psa/http-kit';
import { addToRowCount, violates } from '@psa/postgres-kit';
import { wakeWorker } from '@psa/work-kit';
import { v7 as uuidv7 } from 'uuid';
import { handlers } from '../../email-app.ts';
import { saveSettings } from '../settings/settings.actions.ts';
import { type EffectiveSettings, readSettings } from '../settings/settings.records.ts';
import { listOutbound, listSuppressions, type SuppressionRecord } from './outbound.list.ts';
import { outboundQueue } from './outbound.queue.ts';
import { findOutbound, lockOutbound, updateOutbound } from './outbound.records.ts';
import { toOutboundEmail } from './outbound.view.ts';

const toSuppression = ({ tenant: _tenant, version: _version, ...shown }: SuppressionRecord): Suppression => shown;

function toSettings(row: EffectiveSettings): OutboundSettings {
  const { from_name, from_address, provider_id, smtp_host, smtp_port, smtp_secure, smtp_username, rate_per_minute } = row;
  const { default_language, reply_by_mail, client_domains, skipped_senders, updated_at } = row;
  const has_smtp_password = row.sealed_smtp_password !== null;
  const sender = { from_name, from_address, provider_id };
  const server = { smtp_host, smtp_port, smtp_secure, smtp_username, has_smtp_password };
  return { ...sender, ...server, rate_per_minute, default_language, reply_by_mail, client_domains, skipped_senders, updated_at };
}

export const outboundHandlers = handlers(outboundRoutes, {
  listOutboundEmails: async ({ db, query }) => {
    const { rows, pagination } = await listOutbound(db, query);
    return { data: rows.map(toOutboundEmail), pagination };
  },

  getOutboundEmail: async ({ db, params }) => {
    const row = await findOutbound(db, params.id);
    if (row === undefined) throw notFound('Email');
    return { data: toOutboundEmail(row) };
  },

  retryOutboundEmail: ({ db, params }) =>
    db.transaction(async (tx) => {
      const before = await lockOutbound(tx, params.id);
      if (before === undefined) throw notFound('Email');
      if (before.sealed_content === null || (before.status !== 'failed' && before.status !== 'suppressed'))
        throw conflict('Only an email that failed can be sent again');
      const row = await updateOutbound(tx, params.id, { status: 'queued', error: null, attempts: 0 });
      outboundQueue.add(tx, [{ job_id: uuidv7(), payload: { mail_id: params.id } }]);
      tx.afterCommit(() => wakeWorker(outboundQueue.table));
      return { data: toOutboundEmail(row) };
    }),

  listEmailSuppressions: async ({ db, query }) => {
    const { rows, pagination } = await listSuppressions(db, query);
    return { data: rows.map(toSuppression), pagination };
  },

  createEmailSuppression: ({ db, body }) =>
    db
      .transaction(async (tx) => {
        addToRowCount(tx, 'suppressions', 1);
        const row = await tx
          .insertInto('suppressions')
          .values({ suppression_id: uuidv7(), ...body })
          .returningAll()
          .executeTakeFirstOrThrow();
        return { data: toSuppression(row) };
      })
      .catch((error: unknown) => {
        throw violates(error, 'suppressions_address') ? conflict('The address is on the list already') : error;
      }),

  deleteEmailSuppression: ({ db, params }) =>
    db.transaction(async (tx) => {
      const { numDeletedRows } = await tx.deleteFrom('suppressions').where('suppression_id', '=', params.id).executeTakeFirst();
      if (Number(numDeletedRows) === 0) throw notFound('Suppression');
      addToRowCount(tx, 'suppressions', -1);
    }),

  getOutboundEmailSettings: async ({ db }) => {
    const row = await readSettings(db);
    return versioned({ data: toSettings(row) }, row.version);
  },

  saveOutboundEmailSettings: async ({ db, ports, body, ifMatch }) => {
    const row = await saveSettings(db, ports, body, ifMatch);
    return versioned({ data: toSettings(row) }, row.version);
  },
});

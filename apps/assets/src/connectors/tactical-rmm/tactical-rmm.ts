import { createHash, timingSafeEqual } from 'node:crypto';
import type { RemoteControlType } from '@psa/contracts-assets';
import { type Egress, EgressError, type EgressResponse } from '@psa/egress-kit';
import { z } from 'zod';
import {
  type ActionReceipt,
  type ConnectorConfig,
  type ConnectorDescription,
  ConnectorError,
  type Device,
  type DeviceAction,
  type RmmConnector,
} from '../../ports/rmm-connector.ts';
import { toAlert, toDevice } from './tactical-rmm.mapping.ts';
import {
  AgentList,
  AlertList,
  ClientList,
  DetailedAgent,
  RemoteSessions,
  SavedScript,
  SoftwareAnswer,
  UpdateList,
  WebhookBody,
} from './tactical-rmm.schemas.ts';

export const tacticalRmmDescription: ConnectorDescription = {
  id: 'tacticalrmm',
  name: 'Tactical RMM',
  capabilities: ['connection', 'scopeSync', 'deviceSync', 'events', 'remoteActions'],
  configSchema: ['instanceUrl', 'apiKey'],
};

const MEGABYTE = 1024 * 1024;
/** A list of ten thousand agents, and one agent with all its hardware, fit well. */
const MAX_LIST_BYTES = 64 * MEGABYTE;
const MAX_ANSWER_BYTES = 8 * MEGABYTE;

export const WEBHOOK_SECRET_HEADER = 'x-psa-webhook-secret';

const DAY_MS = 24 * 60 * 60 * 1000;

interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly body?: unknown;
  readonly maxBytes?: number;
}

/** Talks to a Tactical RMM server by its REST API, as the user whose key is given. */
export function tacticalRmm(egress: Egress, config: ConnectorConfig): RmmConnector {
  const call = async <T extends z.ZodType>(
    path: string,
    answer: T,
    { method = 'GET', body, maxBytes = MAX_ANSWER_BYTES }: Call = {},
  ): Promise<z.output<T>> => {
    const url = new URL(path, config.instanceUrl.endsWith('/') ? config.instanceUrl : `${config.instanceUrl}/`);
    const headers = { 'x-api-key': config.apiKey, accept: 'application/json', 'content-type': 'application/json' };
    const response = await egress
      .request(url, { method, headers, maxBytes, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
      .catch((error: unknown) => {
        throw unanswered(error);
      });
    const parsed = answer.safeParse(json(accepted(response)));
    if (!parsed.success) throw new ConnectorError('unreachable', 'The server did not answer as Tactical RMM does', { cause: parsed.error });
    return parsed.data;
  };
  const agentPath = (id: string, part = '') => `agents/${encodeURIComponent(id)}/${part}`;

  let scopes: Promise<{ id: string; name: string }[]> | undefined;
  const clients = () => (scopes ??= call('clients/', ClientList).then((rows) => rows.map(({ id, name }) => ({ id: String(id), name }))));
  const scopeIds = async () => new Map((await clients()).map(({ id, name }) => [name, id]));

  const runScript = async (deviceId: string, scriptId: string): Promise<string> => {
    if (!/^\d{1,9}$/.test(scriptId)) throw new ConnectorError('refused', 'There is no such script');
    const script = await call(`scripts/${scriptId}/`, SavedScript).catch((error: unknown) => {
      throw error instanceof ConnectorError && error.fault === 'not_found'
        ? new ConnectorError('refused', 'There is no such script')
        : error;
    });
    const { default_timeout: timeout, args, env_vars, run_as_user } = script;
    // `forget`: the answer does not wait for the script, which may run for long.
    return call(agentPath(deviceId, 'runscript/'), z.string(), {
      method: 'POST',
      body: { script: script.id, output: 'forget', args, env_vars, run_as_user, timeout },
    });
  };

  return {
    describe: () => tacticalRmmDescription,

    async testConnection() {
      await call('clients/', z.array(z.object({ id: z.int() })));
    },

    async listScopes() {
      return { items: (await clients()).map(({ id, name }) => ({ externalScopeId: id, name })), nextCursor: null };
    },

    // The server neither pages its list nor tells what changed: it is whole each time.
    async listDevices(scope) {
      const [agents, ids] = await Promise.all([
        call(scope === null ? 'agents/' : `agents/?client=${encodeURIComponent(scope)}`, AgentList, { maxBytes: MAX_LIST_BYTES }),
        scopeIds(),
      ]);
      return { items: agents.map((agent) => toDevice(agent, ids, null)), nextCursor: null };
    },

    async getDevice(id): Promise<Device | null> {
      const agent = await call(agentPath(id), DetailedAgent).catch(absent);
      if (agent === null) return null;
      const part = encodeURIComponent(id);
      const [{ software }, updates, ids] = await Promise.all([
        call(`software/${part}/`, SoftwareAnswer),
        agent.plat === 'windows' ? call(`winupdate/${part}/`, UpdateList) : null,
        scopeIds(),
      ]);
      return toDevice(agent, ids, { software, updates });
    },

    async listAlerts(since) {
      const days = Math.max(1, Math.ceil((Date.now() - Date.parse(since)) / DAY_MS));
      const alerts = await call('alerts/', AlertList, { method: 'PATCH', body: { timeFilter: days }, maxBytes: MAX_LIST_BYTES });
      return alerts.map(toAlert).filter(({ raisedAt }) => raisedAt >= since);
    },

    async resetAlert(id) {
      await call(`alerts/${encodeURIComponent(id)}/`, z.string(), { method: 'PUT', body: { type: 'resolve' } });
    },

    async runAction(id, action: DeviceAction): Promise<ActionReceipt> {
      if (action.kind === 'script') return { jobId: null, message: await runScript(id, action.scriptId) };
      if (action.kind === 'refresh') return { jobId: null, message: await call(agentPath(id, 'wmi/'), z.string(), { method: 'POST' }) };
      await call(agentPath(id, 'reboot/'), z.string(), { method: 'POST' });
      return { jobId: null, message: 'The device is restarting' };
    },

    getJob: async () => null,

    async remoteControlUrl(id, type: RemoteControlType) {
      if (type !== 'vnc' && type !== 'shell') return null;
      const { control, terminal } = await call(agentPath(id, 'meshcentral/'), RemoteSessions);
      return { url: type === 'shell' ? terminal : control, expiresAt: null };
    },

    verifyWebhook(headers) {
      const given = headers[WEBHOOK_SECRET_HEADER];
      if (given === undefined || config.webhookSecret === undefined) return false;
      // Hashed first: the comparison then takes the same time whatever the length.
      const [one, other] = [given, config.webhookSecret].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
      return timingSafeEqual(one, other);
    },

    normalizeEvent(body) {
      const parsed = WebhookBody.safeParse(body);
      if (!parsed.success) return null;
      const { agent_id, alert_id, event, severity, message, alert_time } = parsed.data;
      const alert = toAlert({ id: 0, agent_id, severity, message, alert_time, resolved: event === 'resolve' });
      return {
        kind: event === 'resolve' ? 'alert_resolved' : 'alert_raised',
        externalDeviceId: agent_id,
        alert: { ...alert, externalAlertId: alert_id },
      };
    },
  };
}

function absent(error: unknown): null {
  if (error instanceof ConnectorError && error.fault === 'not_found') return null;
  throw error;
}

function unanswered(error: unknown): unknown {
  if (!(error instanceof EgressError)) return error;
  return new ConnectorError(error.fault === 'forbidden' ? 'forbidden_address' : 'unreachable', error.message, { cause: error });
}

/** The answer, when it is one. What the server says of a refusal is for the person who asked. */
function accepted(response: EgressResponse): EgressResponse {
  const { status } = response;
  if (status >= 200 && status < 300) return response;
  if (status === 401 || status === 403)
    throw new ConnectorError('unauthorized', 'The server does not accept the API key, or its user may not do this');
  if (status === 404) throw new ConnectorError('not_found', 'The server knows no such thing');
  if (status === 400) throw new ConnectorError('refused', refusal(response));
  if (status >= 300 && status < 400)
    throw new ConnectorError('unreachable', "The server answers from elsewhere: give the address of Tactical RMM's API itself");
  throw new ConnectorError('unreachable', `The server answered with status ${status}`);
}

function refusal(response: EgressResponse): string {
  const said = z.string().min(1).safeParse(json(response, null));
  return said.success ? said.data.replaceAll('\0', '').toWellFormed().slice(0, 300) : 'The server refused this';
}

function json({ body }: EgressResponse, otherwise?: null): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (error) {
    if (otherwise === null) return null;
    throw new ConnectorError('unreachable', 'The server did not answer as Tactical RMM does', { cause: error });
  }
}

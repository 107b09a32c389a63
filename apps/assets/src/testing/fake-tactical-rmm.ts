import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeAgent {
  agent_id: string;
  hostname: string;
  [member: string]: unknown;
}

/** An agent as the list shows it. */
export function anAgent(given: Partial<FakeAgent> = {}): FakeAgent {
  return {
    agent_id: 'aaaaabbbbbcccccdddddeeeeefffffggggghhhhh',
    hostname: 'FRONT-DESK',
    client_name: 'Acme',
    site_name: 'HQ',
    monitoring_type: 'workstation',
    status: 'online',
    plat: 'windows',
    operating_system: 'Windows 11 Pro, 64 bit v23H2 (build 22631.4460)',
    version: '2.8.0',
    last_seen: '2026-11-20T09:15:00.123456Z',
    boot_time: 1_795_000_000,
    logged_username: 'jane',
    public_ip: '93.184.215.14',
    local_ips: '10.0.5.20, 172.16.0.4',
    cpu_model: ['Intel(R) Core(TM) i7-1365U'],
    serial_number: 'PF-123',
    needs_reboot: false,
    ...given,
  };
}

/** What a Tactical RMM server answers, by the parts of its API that are asked. */
export class FakeTacticalRmm {
  readonly apiKey = 'J57BXCFDA2WBCXH0XTELBR5KAI69CNCZ';
  clients: { id: number; name: string }[] = [{ id: 7, name: 'Acme' }];
  agents: FakeAgent[] = [];
  /** Further members that an agent shows when it is asked for alone. */
  hardware: Record<string, unknown> = {
    total_ram: 16,
    disks: [{ device: 'C:', fstype: 'NTFS', total: '237.9G', free: '101.2G', used: '136.7G', percent: 57 }],
  };
  software = new Map<string, object[]>();
  updates = new Map<string, object[]>();
  scripts = [{ id: 3, name: 'Clear spooler', default_timeout: 120, args: ['-Force'], env_vars: [], run_as_user: false }];
  alerts: object[] = [];
  /** Answers for paths that shall not answer as usual. */
  broken = new Map<string, { status: number; body: string; headers?: Record<string, string> }>();
  /** What was asked: method, path and body. */
  asked: { method: string; path: string; body: unknown }[] = [];
  readonly #server = createServer((request, response) => {
    this.#answer(request).then(
      ({ status, body, headers }) => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body),
      () => response.destroy(),
    );
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; body: string; headers?: Record<string, string> }> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
    const method = request.method ?? 'GET';
    if (request.headers['x-api-key'] !== this.apiKey) return { status: 401, body: '{"detail":"Unauthorized"}' };
    this.asked.push({ method, path: pathname, body: text === '' ? undefined : JSON.parse(text) });
    const broken = this.broken.get(pathname);
    if (broken !== undefined) return broken;
    const found = this.#route(method, pathname, searchParams);
    return found === undefined ? { status: 404, body: '{"detail":"Not found."}' } : { status: 200, body: JSON.stringify(found) };
  }

  #route(method: string, path: string, query: URLSearchParams): unknown {
    const [, area, id, part] = /^\/(\w+)\/(?:([^/]+)\/)?(?:(\w+)\/)?$/.exec(path) ?? [];
    const agent = this.agents.find(({ agent_id }) => agent_id === id);
    if (area === 'clients') return this.clients.map((client) => ({ ...client, sites: [] }));
    if (area === 'scripts') return this.scripts.find((script) => String(script.id) === id);
    if (area === 'alerts') return method === 'PATCH' ? this.alerts : `alert ${id}`;
    if (area === 'agents' && id === undefined) return this.#listed(query.get('client'));
    if (agent === undefined) return undefined;
    if (area === 'software')
      return this.software.has(agent.agent_id) ? { id: 1, agent: 9, software: this.software.get(agent.agent_id) } : [];
    if (area === 'winupdate') return this.updates.get(agent.agent_id) ?? [];
    if (area !== 'agents') return undefined;
    if (part === undefined) return { ...agent, client: agent['client_name'], client_name: undefined, ...this.hardware };
    if (part === 'meshcentral')
      return {
        hostname: agent.hostname,
        control: 'https://mesh.example.com/?login=t&viewmode=11',
        terminal: 'https://mesh.example.com/?login=t&viewmode=12',
      };
    return part === 'runscript' ? `will now be run on ${agent.hostname}` : 'ok';
  }

  #listed(clientId: string | null): FakeAgent[] {
    const name = this.clients.find(({ id }) => String(id) === clientId)?.name;
    return clientId === null ? this.agents : this.agents.filter((agent) => agent['client_name'] === name);
  }
}

import { type Route, staffMembers } from '@psa/contract-kit';
import { Answer } from './answer.ts';

const views = new WeakMap<Route, ReadonlyMap<string, null | []>>();

/**
 * A reply as people of the client portal get it: without what staff keep for themselves, as the contract marks it by `forStaff`.
 * @param result what the handler gave: a payload, or an answer with one
 */
export function portalView<Result>(route: Route, result: Result): Result {
  const hidden = hiddenMembers(route);
  if (hidden.size === 0) return result;
  if (!(result instanceof Answer)) return shown(result, hidden);
  const { payload, version, location, status } = result;
  const head = {
    ...(version !== undefined && { version }),
    ...(location !== undefined && { location }),
    ...(status !== undefined && { status }),
  };
  return new Answer(shown(payload as unknown, hidden), head) as Result;
}

/** Members of the reply that people of the client portal do not see. */
export function hiddenMembers(route: Route): ReadonlyMap<string, null | []> {
  let hidden = views.get(route);
  if (hidden === undefined) views.set(route, (hidden = route.reply.item === undefined ? new Map() : staffMembers(route.reply.item)));
  return hidden;
}

function shown<Payload>(payload: Payload, hidden: ReadonlyMap<string, null | []>): Payload {
  if (typeof payload !== 'object' || payload === null || !('data' in payload)) return payload;
  const { data } = payload as { data: unknown };
  return { ...payload, data: Array.isArray(data) ? data.map((row) => withoutHidden(row, hidden)) : withoutHidden(data, hidden) };
}

function withoutHidden(row: unknown, hidden: ReadonlyMap<string, null | []>): unknown {
  if (typeof row !== 'object' || row === null) return row;
  return { ...row, ...Object.fromEntries([...hidden].filter(([name]) => name in row)) };
}

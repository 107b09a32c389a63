export { Broker, type BrokerTls, hintSubject, inboxPrefix, streamName } from './broker.ts';
export { Consumer } from './consumer.ts';
export { forgetCopy, keepCopy } from './copies.ts';
export { discardDeadLetter, listDeadLetters, OUTBOX } from './dead-letters.ts';
export { emit } from './emit.ts';
export { makeEnvelope, publicationSubject } from './envelope.ts';
export { Relay } from './relay.ts';
export { deleteExpired, replayOutbox, republishSetAside } from './replay.ts';
export {
  callRpc,
  isNoResponders,
  type RpcCaller,
  type RpcHandler,
  hasResponders,
  rpcHandler,
  type RpcIdentity,
  serveRpc,
  tenantRpcHandler,
} from './rpc.ts';
export {
  type FindInterest,
  type HasPart,
  type InterestedTenant,
  on,
  onAll,
  onFound,
  type Subscription,
  subscription,
} from './subscription.ts';
export { wakeRelays } from './wake.ts';

import type { ChatMessage } from '@psa/contracts-automation';
import type { StreamEvent } from '@psa/http-kit';
import type { Db, Ports } from '../../automation-app.ts';
import { type CompletionRequest, type LanguageModel, LanguageModelError, type ModelMessage } from '../../ports/language-model.ts';
import { returnToMeter } from '../action/meter.records.ts';
import { CHAT_METER, promptTokens } from './chat-quota.ts';

/** A question to the model whose tokens have been taken from the quota. */
export interface ChatTurn {
  readonly db: Db;
  readonly ports: Pick<Ports, 'chatRoom' | 'log'>;
  readonly model: LanguageModel;
  readonly use: CompletionRequest['use'];
  readonly messages: readonly ModelMessage[];
  readonly maxTokens: number;
  /** Tokens taken from the quota; what the model did not use is returned. */
  readonly reservedTokens: number;
}

const INSTRUCTIONS: Readonly<Record<CompletionRequest['use'], string>> = {
  chat: 'You are the assistant of a service desk application used by IT service providers and their clients. Answer accurately and briefly. Say so if you do not know something. You cannot see or change data of the application.',
  title:
    'Give the conversation a title of at most eight words, in the language of the conversation. Answer with the title alone: no quotation marks, no full stop.',
};
const MAX_TITLE_LENGTH = 120;

/** The conversation with what the model is told ahead of it. */
export function promptOf(use: CompletionRequest['use'], inputs: readonly ChatMessage[]): ModelMessage[] {
  return [{ role: 'system', content: INSTRUCTIONS[use] }, ...inputs];
}

/** Yields the answer as the model writes it, then `[DONE]`. */
export async function* streamAnswer(turn: ChatTurn, ended: AbortSignal): AsyncGenerator<StreamEvent> {
  let position = 0;
  const frame = (content: string, type: 'text' | 'error' = 'text'): StreamEvent => ({
    id: String(++position),
    data: JSON.stringify({ content, type }),
  });
  try {
    for await (const text of answerOf(turn, ended)) yield frame(text);
  } catch (error) {
    if (ended.aborted) return;
    turn.ports.log.warn({ err: error }, 'the language model gave no complete answer');
    yield frame(messageFor(error), 'error');
  }
  yield frame('[DONE]');
}

/** Yields one frame with the whole title. */
export async function* streamTitle(turn: ChatTurn, ended: AbortSignal): AsyncGenerator<StreamEvent> {
  let title = '';
  try {
    for await (const text of answerOf(turn, ended)) title += text;
    const content = title.trim().replaceAll(/\s+/g, ' ').slice(0, MAX_TITLE_LENGTH).toWellFormed();
    if (content === '') throw new LanguageModelError('unavailable', 'The title is empty');
    yield { id: '1', data: JSON.stringify({ content, type: 'text' }) };
  } catch (error) {
    if (ended.aborted) return;
    turn.ports.log.warn({ err: error }, 'the language model gave no title');
    yield { id: '1', data: JSON.stringify({ content: messageFor(error), type: 'error' }) };
    yield { id: '2', data: JSON.stringify({ content: '[DONE]', type: 'text' }) };
  }
}

async function* answerOf(turn: ChatTurn, signal: AbortSignal): AsyncGenerator<string> {
  const { db, ports, model, use, messages, maxTokens, reservedTokens } = turn;
  let reported: number | undefined;
  let answered = '';
  ports.chatRoom.enter(db.tenant);
  try {
    for await (const { text, totalTokens } of model.complete({ use, messages, maxTokens, signal })) {
      reported = totalTokens ?? reported;
      if (text === undefined) continue;
      answered += text;
      yield text;
    }
  } finally {
    ports.chatRoom.leave(db.tenant);
    const used = reported ?? promptTokens([...messages, { role: 'assistant', content: answered }]);
    const unused = reservedTokens - used;
    // The quota is a bound, not a bill: if this fails, the tenant has a little less until the hour is over.
    if (unused > 0)
      await returnToMeter(db, CHAT_METER, unused).catch((error: unknown) =>
        ports.log.warn({ err: error }, 'unused tokens were not returned'),
      );
  }
}

function messageFor(error: unknown): string {
  const fault = error instanceof LanguageModelError ? error.fault : 'unavailable';
  if (fault === 'rate_limited') return 'The assistant is busy. Try again in a moment.';
  if (fault === 'timeout') return 'The assistant took too long to answer. Try again.';
  return "The assistant can't answer right now. Try again later.";
}

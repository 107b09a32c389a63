import type { ModelMessage } from '../../ports/language-model.ts';

/** Name of the meter that counts tokens. */
export const CHAT_METER = 'chat_tokens';
/** Max tokens of an answer. */
export const MAX_ANSWER_TOKENS = 4_096;
/** Max tokens of a title. */
export const MAX_TITLE_TOKENS = 64;

const BYTES_PER_TOKEN = 4;
/** What role and separators of a message cost. */
const TOKENS_PER_MESSAGE = 4;

/** About how many tokens messages have, before the model tells. */
export function promptTokens(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, { content, toolCalls = [] }) => {
    const asked = toolCalls.reduce((bytes, call) => bytes + Buffer.byteLength(call.name + call.arguments), 0);
    return sum + TOKENS_PER_MESSAGE + Math.ceil((Buffer.byteLength(content) + asked) / BYTES_PER_TOKEN);
  }, 0);
}

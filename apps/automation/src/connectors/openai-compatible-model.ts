import { assertOutsideTransaction } from '@psa/postgres-kit';
import { z } from 'zod';
import {
  type CompletionDelta,
  type CompletionRequest,
  type LanguageModel,
  LanguageModelError,
  type ModelMessage,
  type ToolCall,
} from '../ports/language-model.ts';

export interface ModelServer {
  /** Address under which `/chat/completions` is. */
  readonly baseUrl: URL;
  readonly apiKey: string | undefined;
  readonly models: Readonly<Record<CompletionRequest['use'], string>>;
  /** Longest silence of the server; 60 s when absent. */
  readonly idleTimeoutMs?: number;
}

const IDLE_TIMEOUT_MS = 60_000;
const TOTAL_TIMEOUT_MS = 5 * 60_000;
/** Max characters of one answer; a server that sends more is broken. */
const MAX_ANSWER_LENGTH = 256 * 1024;
/** Max characters of a line that has not ended. */
const MAX_LINE_LENGTH = 256 * 1024;

/** Max look-ups in one answer, and characters of the arguments of one. */
const MAX_TOOL_CALLS = 8;
const MAX_ARGUMENTS = 8 * 1024;

/** Calls come in pieces: each names the call it belongs to. */
const ToolCallDelta = z.object({
  index: z.int().min(0).nullish(),
  id: z.string().max(200).nullish(),
  function: z.object({ name: z.string().max(200).nullish(), arguments: z.string().nullish() }).nullish(),
});

const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish(), tool_calls: z.array(ToolCallDelta).nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z.object({ total_tokens: z.number().int().min(0) }).nullish(),
  error: z.unknown().optional(),
});

/** A language model behind a server that speaks the chat completions API of OpenAI. */
export function openAiCompatibleModel(server: ModelServer): LanguageModel {
  return { complete: (request) => complete(server, request) };
}

async function* complete(server: ModelServer, request: CompletionRequest): AsyncGenerator<CompletionDelta> {
  assertOutsideTransaction('A call to a language model');
  const silent = new AbortController();
  const idle = setTimeout(() => silent.abort(), server.idleTimeoutMs ?? IDLE_TIMEOUT_MS);
  const late = AbortSignal.timeout(TOTAL_TIMEOUT_MS);
  try {
    const response = await send(server, request, AbortSignal.any([request.signal, silent.signal, late]));
    let length = 0;
    let finished = false;
    const calls = new ToolCalls();
    for await (const data of eventData(response, () => idle.refresh())) {
      if (data === '[DONE]') {
        finished = true;
        break;
      }
      const { choices, usage, error } = parseChunk(data);
      if (error !== undefined && error !== null)
        throw new LanguageModelError('unavailable', 'The server reported an error within the answer');
      const [choice] = choices ?? [];
      const text = choice?.delta?.content ?? '';
      length += text.length;
      if (length > MAX_ANSWER_LENGTH) throw new LanguageModelError('unavailable', 'The answer is too long');
      if (text !== '') yield { text };
      calls.add(choice?.delta?.tool_calls ?? []);
      if (usage) yield { totalTokens: usage.total_tokens };
      finished ||= typeof choice?.finish_reason === 'string';
    }
    if (!finished) throw new LanguageModelError('unavailable', 'The answer broke off');
    if (calls.complete.length > 0) yield { toolCalls: calls.complete };
  } catch (error) {
    if (error instanceof LanguageModelError) throw error;
    if (silent.signal.aborted || late.aborted)
      throw new LanguageModelError('timeout', 'The server did not answer in time', { cause: error });
    throw new LanguageModelError('unavailable', 'The server could not be reached', { cause: error });
  } finally {
    clearTimeout(idle);
  }
}

function toWire({ role, content, toolCalls, toolCallId }: ModelMessage): object {
  return {
    role,
    content,
    ...(toolCalls !== undefined && {
      tool_calls: toolCalls.map(({ id, name, arguments: text }) => ({ id, type: 'function', function: { name, arguments: text } })),
    }),
    ...(toolCallId !== undefined && { tool_call_id: toolCallId }),
  };
}

/** Puts calls together that arrive in pieces. */
class ToolCalls {
  readonly #calls: { id: string; name: string; arguments: string }[] = [];

  add(pieces: readonly z.infer<typeof ToolCallDelta>[]): void {
    for (const { index, id, function: called } of pieces) {
      const at = index ?? this.#calls.length;
      if (at > this.#calls.length || at >= MAX_TOOL_CALLS) throw new LanguageModelError('unavailable', 'The model asks for too much');
      const call = (this.#calls[at] ??= { id: id ?? `call_${at}`, name: '', arguments: '' });
      call.name ||= called?.name ?? '';
      call.arguments += called?.arguments ?? '';
      if (call.arguments.length > MAX_ARGUMENTS) throw new LanguageModelError('unavailable', 'The model asks for too much');
    }
  }

  get complete(): readonly ToolCall[] {
    return this.#calls;
  }
}

async function send({ baseUrl, apiKey, models }: ModelServer, request: CompletionRequest, signal: AbortSignal): Promise<Response> {
  const { use, messages, tools = [], maxTokens } = request;
  const response = await fetch(`${baseUrl.href.replace(/\/$/, '')}/chat/completions`, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({
      model: models[use],
      messages: messages.map(toWire),
      ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
      max_tokens: maxTokens,
      temperature: 1,
      top_p: 0.95,
      stream: true,
      stream_options: { include_usage: true },
    }),
    redirect: 'error',
    signal,
  });
  if (response.ok) return response;
  await response.body?.cancel();
  const { status } = response;
  throw new LanguageModelError(status === 429 ? 'rate_limited' : 'unavailable', `The server answered ${status}`);
}

/** The data of the server-sent events of an answer; every sign of life is reported. */
async function* eventData(response: Response, onBytes: () => void): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of response.body ?? []) {
    onBytes();
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_LENGTH) throw new LanguageModelError('unavailable', 'The server sent a line that is too long');
    for (const line of lines) if (line.startsWith('data:')) yield line.slice('data:'.length).trim();
  }
}

function parseChunk(data: string): z.infer<typeof Chunk> {
  try {
    return Chunk.parse(JSON.parse(data));
  } catch (error) {
    throw new LanguageModelError('unavailable', 'The server sent something other than a chat completion', { cause: error });
  }
}

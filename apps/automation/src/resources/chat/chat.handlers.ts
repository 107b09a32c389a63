import { ApiError } from '@psa/contract-kit';
import { type ChatMessage, chatRoutes, type ChatSettings, chatSettingsRoutes } from '@psa/contracts-automation';
import { EventStream, type Principal, versioned } from '@psa/http-kit';
import { type Db, handlers, type Ports } from '../../automation-app.ts';
import type { CompletionRequest } from '../../ports/language-model.ts';
import { takeFromMeter } from '../action/meter.records.ts';
import { CHAT_METER, MAX_ANSWER_TOKENS, MAX_TITLE_TOKENS, promptTokens } from './chat-quota.ts';
import { saveChatSettings } from './chat-settings.actions.ts';
import { type ChatSettingsRecord, readChatSettings } from './chat-settings.records.ts';
import { type ToolBox, toolBox } from './chat-tools.ts';
import { type ChatTurn, promptOf, streamAnswer, streamTitle } from './stream-chat.ts';

export const chatHandlers = handlers(chatRoutes, {
  streamChat: async ({ db, ports, principal, body: { inputs } }) => {
    const turn = await prepareTurn(db, ports, 'chat', inputs, principal);
    return new EventStream((ended) => streamAnswer(turn, ended));
  },
  streamChatTitle: async ({ db, ports, body: { inputs } }) => {
    const turn = await prepareTurn(db, ports, 'title', inputs);
    return new EventStream((ended) => streamTitle(turn, ended));
  },
});

export const chatSettingsHandlers = handlers(chatSettingsRoutes, {
  getChatSettings: async ({ db, ports }) => settingsAnswer(ports, await readChatSettings(db)),
  saveChatSettings: async ({ db, ports, body, ifMatch }) => settingsAnswer(ports, await saveChatSettings(db, body.is_enabled, ifMatch)),
});

/** Checks that the model may be asked, and takes its tokens. @throws FORBIDDEN, SERVICE_UNAVAILABLE, RATE_LIMITED */
async function prepareTurn(
  db: Db,
  ports: Ports,
  use: CompletionRequest['use'],
  inputs: readonly ChatMessage[],
  principal?: Principal,
): Promise<ChatTurn> {
  const { is_enabled } = await readChatSettings(db);
  if (!is_enabled) throw new ApiError('FORBIDDEN', 'The assistant is switched off');
  const { languageModel: model, limits } = ports;
  if (model === undefined) throw new ApiError('SERVICE_UNAVAILABLE', 'No language model is configured');
  if (ports.chatRoom.isFull(db.tenant)) throw new ApiError('RATE_LIMITED', 'Too many conversations at once. Try again in a moment.');
  const messages = promptOf(use, inputs);
  const maxTokens = use === 'title' ? MAX_TITLE_TOKENS : MAX_ANSWER_TOKENS;
  const reservedTokens = promptTokens(messages) + maxTokens;
  if (!(await takeFromMeter(db, CHAT_METER, reservedTokens, limits.chatTokensPerHour)))
    throw new ApiError('RATE_LIMITED', "Your organization's quota for the assistant is used up for this hour");
  const tools = principal === undefined || !ports.chatTools ? undefined : await toolsFor(db, ports, principal);
  return { db, ports, model, use, messages, tools, maxTokens, reservedTokens };
}

/** The person's tools; none while their permissions are unknown. */
async function toolsFor(db: Db, { authors, log }: Ports, { userId, userType, clientId }: Principal): Promise<ToolBox | undefined> {
  try {
    const permissions = await authors.permissionsOf(db.context, userId);
    if (permissions === null) return undefined;
    return toolBox({ user_id: userId, user_type: userType, client_id: clientId ?? null, permissions: [...permissions] });
  } catch (error) {
    log.warn({ err: error }, 'the chat answers without tools: the permissions of the caller are unknown');
    return undefined;
  }
}

function settingsAnswer({ languageModel }: Ports, { is_enabled, version, updated_at }: ChatSettingsRecord) {
  const data: ChatSettings = { is_enabled, is_configured: languageModel !== undefined, version, updated_at };
  return versioned({ data }, version);
}

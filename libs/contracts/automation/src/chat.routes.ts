import { download, one, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { ChatSettings, ChatStreamRequest, ChatTitleRequest, SaveChatSettings } from './chat.schemas.ts';

const description = `
Answers with server-sent events. The data of each is JSON: \`{content, type}\`, where \`type\` is \`text\`, \`tool\` or \`error\`, and \`id\` counts them. The text arrives in pieces
as the model writes it; the last event has the content \`[DONE]\`. If the model fails, the stream has one event of type \`error\` before that.

The model may look up tickets, assets, clients and contacts, with the permissions of the caller. Each look-up is an event of type \`tool\`: \`content\` says what was looked up, and
\`tool\` is \`{name, arguments, status, summary}\` with the status \`ok\` or \`error\`.

Needs a session: an API key alone is a 401. A tenant that has switched the assistant off gets a 403, an installation without a language model a 503.
`.trim();

export const chatRoutes = routes(
  { service: 'automation', form: 'flat', tag: 'Chat' },
  {
    streamChatTitle: {
      method: 'post',
      path: '/api/chat/stream/title',
      permission: 'session',
      sessionOnly: true,
      summary: 'Get a title for a conversation',
      description: `Answers with server-sent events: one with the whole title, or one of type \`error\` and then \`[DONE]\`. Otherwise like the chat stream.`,
      body: ChatTitleRequest,
      bodyLimit: 256 * 1024,
      reply: download('text/event-stream'),
      errors: ['FORBIDDEN'],
    },
    streamChat: {
      method: 'post',
      path: '/api/chat/stream/{slug}',
      permission: 'session',
      sessionOnly: true,
      summary: 'Ask the assistant',
      description,
      params: z.object({ slug: z.string().max(200).describe('Accepted and unused') }),
      body: ChatStreamRequest,
      bodyLimit: 256 * 1024,
      reply: download('text/event-stream'),
      errors: ['FORBIDDEN'],
    },
  },
);

export const chatSettingsRoutes = routes(
  { service: 'automation', form: 'data', tag: 'Chat' },
  {
    getChatSettings: {
      method: 'get',
      path: '/api/v1/chat/settings',
      permission: 'session',
      summary: 'Whether the assistant can be used',
      reply: one(ChatSettings),
      versioned: true,
    },
    saveChatSettings: {
      method: 'put',
      path: '/api/v1/chat/settings',
      permission: 'settings:update',
      staffOnly: true,
      summary: 'Switch the assistant on or off',
      body: SaveChatSettings,
      reply: one(ChatSettings),
      versioned: true,
    },
  },
);

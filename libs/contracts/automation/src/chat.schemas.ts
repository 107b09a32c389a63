import { Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

/** Max messages of a conversation. */
export const MAX_CHAT_MESSAGES = 50;
/** Max UTF-8 bytes of all messages of a conversation. */
export const MAX_CHAT_BYTES = 32 * 1024;

export const ChatMessage = z
  .object({
    role: z.enum(['user', 'assistant']).describe('Who wrote it'),
    content: z.string().describe('Text of the message'),
  })
  .meta({ id: 'ChatMessage' });
export type ChatMessage = z.infer<typeof ChatMessage>;

const inputs = z
  .array(ChatMessage)
  .min(1)
  .max(MAX_CHAT_MESSAGES)
  .refine((messages) => messages.reduce((bytes, { content }) => bytes + Buffer.byteLength(content), 0) <= MAX_CHAT_BYTES, {
    message: `must be ${MAX_CHAT_BYTES} bytes at most in all`,
  })
  .describe(`The conversation so far, oldest message first: ${MAX_CHAT_BYTES / 1024} KiB at most in all`);

export const ChatStreamRequest = z
  .object({
    inputs,
    options: z.record(z.string(), z.unknown()).optional().describe('Accepted and ignored'),
    model: z.string().optional().describe('Accepted and ignored: the operator chooses the model'),
    meta: z.object({ authorization: z.string().optional().describe('Accepted and ignored') }).optional(),
  })
  .meta({ id: 'ChatStreamRequest' });

export const ChatTitleRequest = z.object({ inputs }).meta({ id: 'ChatTitleRequest' });

export const ChatSettings = z
  .object({
    is_enabled: z.boolean().describe('Whether people of this tenant may use the assistant'),
    is_configured: z.boolean().describe('Whether the operator has connected a language model'),
    version: z.int().describe('Raised by every change; 0 before the first one'),
    updated_at: Timestamp.nullable().describe('When the settings were last changed'),
  })
  .meta({ id: 'ChatSettings' });
export type ChatSettings = z.infer<typeof ChatSettings>;

export const SaveChatSettings = z
  .object({ is_enabled: z.boolean().describe('Whether people of this tenant may use the assistant') })
  .meta({ id: 'SaveChatSettings' });

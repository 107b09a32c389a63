import type { chatRoutes, chatSettingsRoutes } from '@psa/contracts-automation';
import type { Fixture } from '@psa/test-kit/derived';
import type { LanguageModel } from '../ports/language-model.ts';

const conversation = { inputs: [{ role: 'user', content: 'How do I reset a password?' }] };

export const chatFixtures: { readonly [K in keyof typeof chatRoutes | keyof typeof chatSettingsRoutes]: Fixture } = {
  streamChat: () => ({ params: { slug: 'chat' }, body: conversation }),
  streamChatTitle: () => ({ body: conversation }),
  getChatSettings: () => ({}),
  saveChatSettings: async ({ api }) => {
    await api.put('/api/v1/chat/settings', { is_enabled: false });
    return { body: { is_enabled: true } };
  },
};

/** A model that answers without a server. */
export const fakeLanguageModel: LanguageModel = {
  async *complete() {
    yield { text: 'Open the ' };
    yield { text: 'settings.' };
    yield { totalTokens: 20 };
  },
};

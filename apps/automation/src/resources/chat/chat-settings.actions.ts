import { type Accepted, demandVersion } from '@psa/http-kit';
import type { Db } from '../../automation-app.ts';
import { type ChatSettingsRecord, lockChatSettings, updateChatSettings } from './chat-settings.records.ts';

/** Switches the assistant on or off. @throws PRECONDITION_FAILED */
export function saveChatSettings(db: Db, isEnabled: boolean, accepted: Accepted): Promise<ChatSettingsRecord> {
  return db.transaction(async (tx) => {
    const current = await lockChatSettings(tx);
    demandVersion(accepted, current.version);
    if (current.is_enabled === isEnabled) return current;
    return updateChatSettings(tx, { is_enabled: isEnabled, version: current.version + 1 });
  });
}

/** The worker that fetches from mailboxes, as it is woken. */
export const MAILBOX_SYNC = 'mailbox-sync';
/** The worker that waits for mail by IMAP, as it is woken. */
export const IMAP_IDLE = 'imap-idle';

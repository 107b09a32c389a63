/** The worker that fetches from mailboxes, as it is woken. */
export const MAILBOX_SYNC = 'mailbox-sync';

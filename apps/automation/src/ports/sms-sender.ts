/** The way out for text messages. */
export interface SmsSender {
  send(sms: {
    readonly to: string;
    readonly message: string;
    readonly senderId: string | undefined;
    readonly idempotencyKey: string;
  }): Promise<void>;
}

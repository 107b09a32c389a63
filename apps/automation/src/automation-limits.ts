/** What one tenant may use in an hour. */
export interface AutomationLimits {
  readonly mailsPerHour: number;
  readonly textMessagesPerHour: number;
  readonly scriptsPerHour: number;
  /** Tokens of the chat's prompts and answers. */
  readonly chatTokensPerHour: number;
}

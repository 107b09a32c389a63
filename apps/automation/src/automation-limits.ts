/** What the rules of one tenant may do in an hour. */
export interface AutomationLimits {
  readonly mailsPerHour: number;
  readonly textMessagesPerHour: number;
  readonly scriptsPerHour: number;
}

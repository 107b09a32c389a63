import { toEgressError } from '@psa/egress-kit';
import { MailRefused } from '@psa/mail-kit';
import type { Db, Ports } from '../../automation-app.ts';
import { appendLogs, type ExecutionRecord, findExecution, type LogEntry, updateExecution } from '../execution/execution.records.ts';
import { findRule } from '../rule/rule.records.ts';

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 30_000;
const TIMEOUT_MS = 10_000;

/** Tells whom a rule names of an execution that has ended. What cannot be told is tried again, a few times. */
export async function sendNotices(db: Db, ports: Ports, executionId: string): Promise<void> {
  const execution = await findExecution(db, executionId);
  if (execution === undefined || execution.notice_due_at === null) return;
  const rule = await findRule(db, execution.rule_id);
  const { notification_emails = [], notification_webhooks = [] } = rule?.notification_settings ?? {};
  const faults = [
    ...(await mail(db, ports, execution, notification_emails)),
    ...(await Promise.all(notification_webhooks.map((url) => call(ports, execution, url)))).filter((fault) => fault !== undefined),
  ];
  const attempts = execution.notice_attempts + 1;
  const again = faults.length > 0 && attempts < ATTEMPTS;
  const logs = faults.map((message): LogEntry => ({ level: 'warn', message: `Nobody could be told: ${message}` }));
  await db.transaction(async (tx) => {
    await updateExecution(tx, executionId, {
      notice_attempts: attempts,
      notice_due_at: again ? new Date(Date.now() + FIRST_PAUSE_MS * 4 ** (attempts - 1)).toISOString() : null,
    });
    appendLogs(tx, executionId, logs);
  });
}

async function mail(db: Db, { mailer }: Ports, execution: ExecutionRecord, to: readonly string[]): Promise<string[]> {
  // Told in the first attempt, whatever became of the webhooks.
  if (to.length === 0) return [];
  const { rule_name, status, error_message, execution_id, round } = execution;
  const text = [
    `The automation rule "${rule_name}" ${status === 'completed' ? 'was executed' : `ended as ${status}`}.`,
    ...(error_message === null ? [] : [error_message]),
    `${execution.actions_successful} of ${execution.actions_total} actions succeeded. Execution ${execution_id}.`,
  ].join('\n\n');
  try {
    await mailer.send(
      {
        to,
        subject: `Automation: ${rule_name} ${status}`,
        text,
        messageId: `<${execution_id}.${round}.notice@automation.psa>`,
      },
      db.context,
    );
    return [];
  } catch (error) {
    return error instanceof MailRefused ? [] : ['the email service could not be reached'];
  }
}

async function call({ egress }: Ports, execution: ExecutionRecord, url: string): Promise<string | undefined> {
  const { execution_id, rule_id, rule_name, status, error_message, actions_successful, actions_failed, completed_at, round } = execution;
  const body = JSON.stringify({
    type: 'automation.execution',
    execution_id,
    rule_id,
    rule_name,
    status,
    error_message,
    actions_successful,
    actions_failed,
    completed_at,
  });
  const id = `${execution_id}.${round}.notice`;
  const answer = await egress
    .request(url, {
      method: 'POST',
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: 1024,
      whenTooLarge: 'cut',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'PSA-Automation/1',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      },
    })
    .catch(toEgressError);
  if ('fault' in answer) return answer.message;
  return answer.status >= 200 && answer.status < 300 ? undefined : `${new URL(url).host} answered ${answer.status}`;
}

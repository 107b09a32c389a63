/** Sends a request of a tenant's administrator and returns the data of the answer. */
export type SendRequest = (method: string, path: string, body?: object) => Promise<Record<string, string>>;

/** A ticket with a comment, and a task of a workflow: what they publish has names of three parts. */
export async function createCommentAndTask(send: SendRequest, client_id: string, text: string): Promise<{ ticket_id: string }> {
  const { channel_id } = await send('POST', '/api/v1/channels', { channel_name: 'Sample' });
  const { priority_id } = await send('POST', '/api/v1/priorities', { priority_name: 'Sample', order_number: 40 });
  const { ticket_id } = await send('POST', '/api/v1/tickets', { title: 'Sample', client_id, channel_id, priority_id });
  await send('POST', `/api/v1/tickets/${ticket_id}/comments`, { comment_text: text });
  await send('POST', '/api/v1/workflows/registrations', { name: 'Sample', status: 'active' });
  const { execution_id } = await send('POST', '/api/v1/workflows/executions', { workflow_name: 'Sample' });
  await send('POST', '/api/v1/workflows/tasks', { execution_id, title: text, task_definition_type: 'system' });
  return { ticket_id: ticket_id! };
}

/** Some rows in every service. */
export async function createSampleRows(send: SendRequest, client_id: string): Promise<void> {
  const { ticket_id } = await createCommentAndTask(send, client_id, 'Sample text');
  await send('POST', `/api/v1/clients/${client_id}/locations`, {
    location_name: 'Office',
    address_line1: 'Am Wall 1',
    city: 'Bremen',
    country_code: 'DE',
    country_name: 'Germany',
  });
  await send('POST', '/api/v1/contacts', { full_name: 'Ada Okafor', email: 'ada@sample.example', client_id });
  await send('POST', '/api/v1/teams', { team_name: 'Sample' });
  const asset = { client_id, asset_type: 'server', asset_tag: 'SRV-1', name: 'Server', status: 'active' };
  await send('POST', '/api/v1/assets', asset);
  await send('POST', '/api/v1/automation/rules', {
    name: 'Sample',
    status: 'inactive',
    trigger_type: 'event_based',
    trigger_config: { event_type: 'asset.created' },
    actions: [{ type: 'email_notification', order: 1, config: { to: ['team@sample.example'], subject: 'New', body: 'New' } }],
  });
  const { project_id } = await send('POST', '/api/v1/projects', { project_name: 'Sample', client_id });
  const { phase_id } = await send('POST', `/api/v1/projects/${project_id}/phases`, { phase_name: 'Sample' });
  await send('POST', `/api/v1/projects/${project_id}/phases/${phase_id}/tasks`, { task_name: 'Sample' });
  const { service_type_id } = await send('POST', '/api/v1/service-types', { name: 'Sample', billing_method: 'hourly' });
  const { service_id } = await send('POST', '/api/v1/services', {
    service_name: 'Sample',
    custom_service_type_id: service_type_id,
    billing_method: 'hourly',
    default_rate: 12_000,
    unit_of_measure: 'hour',
  });
  await send('POST', '/api/v1/time-periods', { start_date: '2026-01-01', end_date: '2026-02-01' });
  await send('POST', '/api/v1/time-entries', {
    work_item_type: 'ticket',
    work_item_id: ticket_id,
    start_time: '2026-01-05T09:00:00Z',
    end_time: '2026-01-05T10:00:00Z',
    service_id,
  });
  const { invoice_id } = await send('POST', '/api/v1/invoices', {
    client_id,
    invoice_date: '2026-01-31',
    items: [{ description: 'Sample', quantity: 2, unit_price: 12_000 }],
  });
  await send('POST', `/api/v1/invoices/${invoice_id}/finalize`, {});
  await send('POST', '/api/v1/email/suppressions', { address: 'gone@sample.example', note: 'Sample' });
}

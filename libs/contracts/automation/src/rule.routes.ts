import { created, Id, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { automationGroup } from './group.ts';
import { BulkStatus, BulkStatusResult, CreateRule, HookSecret, Rule, RuleListQuery, UpdateRule } from './rule.schemas.ts';
import { rulePermissions } from './rule-permissions.ts';

const params = z.object({ id: Id.describe('Rule id') });
const description = 'A rule may do and see what whoever writes it may: its actions and its event demand their permissions.';

export const ruleRoutes = routes(automationGroup('Automation rules'), {
  listRules: {
    method: 'get',
    path: '/api/v1/automation/rules',
    permission: 'automation:read',
    summary: 'List automation rules',
    query: RuleListQuery,
    reply: page(Rule),
  },
  createRule: {
    method: 'post',
    path: '/api/v1/automation/rules',
    permission: 'automation:create',
    mayUse: rulePermissions,
    summary: 'Create an automation rule',
    description,
    body: CreateRule,
    reply: created(Rule),
    versioned: true,
  },
  bulkSetRuleStatus: {
    method: 'post',
    path: '/api/v1/automation/bulk/status',
    permission: 'automation:update',
    mayUse: rulePermissions,
    summary: 'Give many rules a status',
    body: BulkStatus,
    reply: one(BulkStatusResult),
  },
  bulkSetRuleStatusOfRules: {
    method: 'post',
    path: '/api/v1/automation/rules/bulk-status',
    permission: 'automation:update',
    mayUse: rulePermissions,
    summary: 'Give many rules a status (second address)',
    body: BulkStatus,
    reply: one(BulkStatusResult),
  },
  getRule: {
    method: 'get',
    path: '/api/v1/automation/rules/{id}',
    permission: 'automation:read',
    summary: 'Read one automation rule, and how it went',
    params,
    reply: one(Rule),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  updateRule: {
    method: 'put',
    path: '/api/v1/automation/rules/{id}',
    permission: 'automation:update',
    mayUse: rulePermissions,
    summary: 'Change an automation rule',
    description,
    params,
    body: UpdateRule,
    reply: one(Rule),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  deleteRule: {
    method: 'delete',
    path: '/api/v1/automation/rules/{id}',
    permission: 'automation:delete',
    summary: 'Delete an automation rule',
    description: 'Refused while one of its executions is under way. What it did stays to be read.',
    params,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  rotateHookSecret: {
    method: 'post',
    path: '/api/v1/automation/rules/{id}/hook-secret',
    permission: 'automation:update',
    mayUse: rulePermissions,
    summary: "Give a rule's public address a new secret",
    description: 'The former secret is good for another 24 hours.',
    params,
    reply: one(HookSecret),
    errors: ['NOT_FOUND', 'CONFLICT'],
    secretReply: true,
  },
});

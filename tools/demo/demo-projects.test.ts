import { describe, expect, test } from '@jest/globals';
import { demoClients } from './demo-clients.ts';
import { demoProjects } from './demo-projects.ts';

const now = new Date('2026-11-20T12:00:00Z');
const projects = demoProjects(demoClients(), now);
const tasksOf = ({ phases }: (typeof projects)[number]) => phases.flatMap(({ tasks }) => tasks);

describe('the projects of the demo', () => {
  test('are the same in every run, so that a seed can be resumed', () => {
    expect(demoProjects(demoClients(), now)).toEqual(projects);
  });

  test('are twenty, in every state a project can be in', () => {
    expect(projects).toHaveLength(20);
    const statuses = new Set(projects.map(({ body }) => body['status']));
    for (const status of ['planning', 'in_progress', 'completed']) expect(statuses).toContain(status);
  });

  test('have done as much as their time has passed', () => {
    for (const project of projects) {
      const done = tasksOf(project).filter(({ isDone }) => isDone).length;
      if (project.body['status'] === 'completed') expect(done).toBe(tasksOf(project).length);
      if (project.body['status'] === 'planning') expect(done).toBe(0);
    }
  });

  test('are for clients that have not left', () => {
    const left = new Set(demoClients().flatMap(({ hasLeft, code }) => (hasLeft ? [code] : [])));
    for (const { clientCode } of projects) expect(left.has(clientCode)).toBe(false);
  });
});

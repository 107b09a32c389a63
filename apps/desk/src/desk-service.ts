import { type AnyService, defineService } from '@psa/service-kit';
import type { DeskApp } from './desk-app.ts';
import { migrations } from './migrations/index.ts';

/** Tickets, projects, categories and tags. */
export const deskService: AnyService = defineService<DeskApp>({
  name: 'desk',
  migrations,
  routes: [],
  ports: () => ({}),
});

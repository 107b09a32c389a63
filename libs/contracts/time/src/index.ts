export * from './logged-hours.questions.ts';

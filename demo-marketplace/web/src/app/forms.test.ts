import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

const filesWith = (pattern: RegExp): string[] =>
  Object.entries(sources)
    .filter(([, text]) => pattern.test(text.replaceAll('`<form>`', '')))
    .map(([file]) => file)
    .toSorted();

/** The ways to a form: each focuses its first fault, sends once at a time and keeps its fields. */
const ONE_WAY = / = use(?:Action|Call|Entry)Form\b/;

/** Forms that show no fault, or focus the first one by themselves. */
const OTHERS = [
  // Search fields and filters accept any text.
  '../features/search/search-field.tsx',
  '../features/certificates/verify-page.tsx',
  '../features/mentor/components/buyer-filters.tsx',
  '../features/office/sections/log.tsx',
  '../features/office/sections/members.tsx',
  '../ui/keyword-form.tsx',
  // These send what there is, and nothing while there is nothing.
  '../features/chat/components/composer.tsx',
  '../features/player/components/notes-panel.tsx',
  '../features/player/components/quiz-lesson.tsx',
  '../features/profile/components/crop-dialog.tsx',
  // The lobby focuses the first field that is wrong, which its own tests show.
  '../features/classroom/components/lobby.tsx',
];

test('every other form is one of useActionForm, useCallForm or useEntryForm', () => {
  const own = filesWith(/<form[\s>]/).filter((file) => !ONE_WAY.test(sources[file]!));
  expect(own).toEqual(OTHERS.toSorted());
});

test('the state of forms is held in one place', () => {
  expect(filesWith(/\buseForm[<(]/)).toEqual(['../lib/use-entry-form.ts']);
});

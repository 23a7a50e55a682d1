import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['../**/*.tsx', '!../**/*.test.*', '!../ui/form.tsx'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Forms that show no fault, or focus the first one by themselves. */
const OTHERS = [
  // Search fields and filters accept any text.
  './navigation/search-form.tsx',
  '../features/catalogue/home/hero.tsx',
  '../features/catalogue/search/search-box.tsx',
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

test('every form that can be refused focuses its first fault, by Form or useActionForm', () => {
  const own = Object.entries(sources).flatMap(([file, text]) =>
    /<form[\s>]/.test(text.replaceAll('`<form>`', '')) && !/ = useActionForm\b/.test(text) ? [file] : [],
  );
  expect(own.toSorted()).toEqual(OTHERS.toSorted());
});

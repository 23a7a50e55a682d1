import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { session } from './session.js';
import { writeKey } from '../../../lib/member-keys.js';
import { messageResolver, useEntryForm } from '../../../lib/use-entry-form.js';

interface Values {
  title: string;
  content: string;
}

/** A form of somebody who has given a title before. */
function Form({ keepAs }: { readonly keepAs?: string }): ReactElement {
  const { form, onSubmit } = useEntryForm<Values>({
    defaultValues: { title: 'First', content: '' },
    resolver: messageResolver<Values>(),
    keepAs,
    send: () => Promise.resolve(undefined),
  });
  return (
    <form onSubmit={onSubmit}>
      <input aria-label="title" {...form.register('title')} />
      <textarea aria-label="content" {...form.register('content')} />
    </form>
  );
}

const logIn = (member: string): void => {
  session.start('TOKEN');
  writeKey('hx_uid', member);
};
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string): void => void fireEvent.input(field(name), { target: { value } });
const shown = (): string[] => ['title', 'content'].map((name) => field(name).value);

beforeEach(() => logIn('ann'));
afterEach(() => {
  cleanup();
  session.logOut();
});

test('what was typed is there again once the same member is back, and once only', () => {
  render(<Form keepAs="review 7" />);
  type('content', 'Half a review');
  act(() => session.end());
  cleanup();
  logIn('ann');
  render(<Form keepAs="review 7" />);
  expect(shown()).toEqual(['First', 'Half a review']);
  cleanup();
  render(<Form keepAs="review 7" />);
  expect(shown()).toEqual(['First', '']);
});

test('it is in no other form, and with no other member, until its own comes', () => {
  render(<Form keepAs="review 7" />);
  type('content', 'Mine');
  act(() => session.end());
  cleanup();
  logIn('ben');
  render(<Form keepAs="review 7" />);
  expect(shown()).toEqual(['First', '']);
  cleanup();
  logIn('ann');
  render(<Form keepAs="review 8" />);
  expect(shown()).toEqual(['First', '']);
  cleanup();
  render(<Form keepAs="review 7" />);
  expect(shown()).toEqual(['First', 'Mine']);
});

test('who leaves a page, or logs out, leaves nothing', () => {
  render(<Form keepAs="review 7" />);
  type('content', 'Never mind');
  cleanup();
  render(<Form keepAs="review 7" />);
  expect(shown()).toEqual(['First', '']);
  type('content', 'On a shared computer');
  act(() => session.logOut());
  cleanup();
  logIn('ann');
  render(<Form keepAs="review 7" />);
  expect(shown()).toEqual(['First', '']);
});

test('a form without a name keeps nothing: it may hold secrets', () => {
  render(<Form />);
  type('content', 'hunter2');
  act(() => session.end());
  cleanup();
  logIn('ann');
  render(<Form />);
  expect(shown()).toEqual(['First', '']);
});

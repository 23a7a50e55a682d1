import { TOAST_OFFSET_PX } from '@lectern/marketplace-contract';
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Inbox } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLocale } from '../i18n/locale.js';
import { messageResolver, useEntryForm } from '../lib/use-entry-form.js';
import { Alert } from './alert.js';
import { Avatar } from './avatar.js';
import { Dialog } from './dialog.js';
import { Empty } from './empty.js';
import { Failed } from './failed.js';
import { CheckField, TextField } from './field.js';
import { Pager, pagesShown } from './pager.js';
import { PasswordField } from './password-field.js';
import { Tabs } from './tabs.js';
import { toastDone, toastError, toastErrorOnNextPage, toastInfo, Toaster, turnToastPage } from './toast.js';
import { TestApp } from '../testing/test-app.js';

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });

beforeEach(() => activateLocale('en'));

afterEach(() => {
  cleanup();
  turnToastPage();
  vi.useRealTimers();
});

const show = (what: ReactElement) =>
  render(
    <TestApp>
      <MemoryRouter>{what}</MemoryRouter>
    </TestApp>,
  );

const turn = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

test('a toast goes after 1500 ms, not while it is looked at, and can be closed', () => {
  vi.useFakeTimers();
  show(<Toaster />);
  act(() => toastDone('Saved'));
  turn(1_499);
  expect(screen.getByText('Saved')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Notifications' }).className).toContain(`top-[${TOAST_OFFSET_PX}px]`);
  turn(1);
  expect(screen.queryByText('Saved')).toBeNull();

  act(() => toastDone('Again'));
  fireEvent.pointerEnter(screen.getByText('Again').parentElement!);
  turn(60_000);
  expect(screen.getByText('Again')).toBeTruthy();
  fireEvent.pointerLeave(screen.getByText('Again').parentElement!);
  turn(1_500);
  expect(screen.queryByText('Again')).toBeNull();

  act(() => toastInfo('Ann came'));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('Ann came')).toBeNull();
});

test('an error stays as an alert until focus was on it and left', () => {
  vi.useFakeTimers();
  show(<Toaster />);
  act(() => toastError('No'));
  turn(60_000);
  const alert = screen.getByRole('alert');
  fireEvent.focus(within(alert).getByRole('button'));
  turn(60_000);
  expect(screen.getByRole('alert')).toBeTruthy();
  fireEvent.blur(within(alert).getByRole('button'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a page’s errors go with it, and those for the next one come', () => {
  show(<Toaster />);
  act(() => {
    toastError('old');
    toastErrorOnNextPage('new');
  });
  expect(screen.getAllByRole('alert').map((one) => one.textContent)).toEqual(['old']);
  act(turnToastPage);
  expect(screen.getAllByRole('alert').map((one) => one.textContent)).toEqual(['new']);
});

test('the same words are said once, and no more than four at a time', () => {
  show(<Toaster />);
  act(() => ['a', 'b', 'a', 'c', 'd', 'e'].forEach(toastError));
  expect(screen.getAllByRole('alert').map((one) => one.textContent)).toEqual(['a', 'c', 'd', 'e']);
});

test('a dialog has a name and a text, takes the focus, and closes by Escape', async () => {
  const onClose = vi.fn<() => void>();
  show(
    <Dialog isOpen title="Sure?" text="It is gone then." onClose={onClose}>
      <button type="button">Yes</button>
    </Dialog>,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Sure?', description: 'It is gone then.' });
  expect(dialog.contains(document.activeElement)).toBe(true);
  await act(async () => {
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await Promise.resolve();
  });
  expect(onClose).toHaveBeenCalledTimes(1);
});

function TwoTabs(): ReactElement {
  const [value, setValue] = useState<'a' | 'b'>('a');
  const tabs = [
    { id: 'a', label: 'Ongoing' },
    { id: 'b', label: 'Completed' },
  ] as const;
  return (
    <Tabs label="Questions" tabs={tabs} value={value} onChange={setValue}>
      {`shown: ${value}`}
    </Tabs>
  );
}

test('a person whose picture cannot be shown has letters', () => {
  const { container } = render(<Avatar name="Ann Lee" picture="/gone.png" className="size-8" />);
  fireEvent.error(container.querySelector('img')!);
  expect(container.textContent).toBe('AL');
});

test('tabs change by click and by arrow, and tell which one is shown', async () => {
  show(<TwoTabs />);
  const [first, second] = screen.getAllByRole('tab');
  expect(first!.getAttribute('aria-selected')).toBe('true');
  fireEvent.click(second!);
  expect(screen.getByRole('tabpanel', { name: 'Completed' }).textContent).toBe('shown: b');
  act(() => second!.focus());
  fireEvent.keyDown(second!, { key: 'ArrowLeft' });
  await waitFor(() => expect(document.activeElement).toBe(first));
  expect(screen.getByRole('tabpanel').textContent).toBe('shown: a');
});

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 9, [1, 2, 0, 9]],
  [5, 9, [1, 0, 4, 5, 6, 0, 9]],
  [4, 9, [1, 2, 3, 4, 5, 0, 9]],
  [9, 9, [1, 0, 8, 9]],
])('on page %i of %i, the pager shows %j', (page, pages, shown) => {
  expect(pagesShown(page, pages)).toEqual(shown);
});

test('the pager leads by addresses, marks the page, and ends at its ends', () => {
  show(<Pager page={1} pages={3} hrefOf={(page) => `/list?page=${page}`} />);
  expect(screen.getByRole('link', { name: 'Page 1' }).getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe('/list?page=2');
  expect(screen.queryByRole('link', { name: 'Previous page' })).toBeNull();
  cleanup();
  show(<Pager page={1} pages={1} hrefOf={String} />);
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('a password can be looked at, and caps lock is told', () => {
  show(<PasswordField label="Password" />);
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  expect(field.type).toBe('password');
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field.type).toBe('text');
  fireEvent.keyDown(field, { key: 'A', modifierCapsLock: true });
  expect(screen.getByText('Caps lock is on')).toBeTruthy();
  fireEvent.keyUp(field, { key: 'a' });
  expect(screen.queryByText('Caps lock is on')).toBeNull();
});

test('an empty list says what to do, a failed one tries again', () => {
  const onRetry = vi.fn<() => void>();
  show(
    <>
      <Empty icon={Inbox} title="No orders yet" text="What you buy is listed here.">
        <a href="/kecheng-online">Find a course</a>
      </Empty>
      <Failed text="request failed" onRetry={onRetry} />
    </>,
  );
  expect(screen.getByRole('heading', { name: 'No orders yet' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Find a course' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('request failed');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('an avatar shows the picture where there is one', () => {
  const { container } = show(<Avatar name="Ann" picture="/a.png" className="size-9" />);
  expect(container.querySelector('img')!.getAttribute('src')).toBe('/a.png');
});

/** A form with a field and a group of fields; `faults` are those that the answer refuses. */
function TwoFields({ faults }: { readonly faults: readonly string[] }): ReactElement {
  const [shown, setShown] = useState<readonly string[]>([]);
  const { onSubmit } = useEntryForm({
    defaultValues: {},
    resolver: messageResolver(),
    send: async () => {
      await Promise.resolve();
      setShown(faults);
      return undefined;
    },
  });
  return (
    <form onSubmit={onSubmit}>
      {shown.includes('form') && <Alert>Too often</Alert>}
      <TextField label="Title" error={shown.includes('title') ? 'Fill it in' : undefined} />
      <fieldset data-fault={shown.includes('rights') ? '' : undefined}>
        <CheckField>Teach</CheckField>
      </fieldset>
      <button type="submit">Send</button>
    </form>
  );
}

test('a form that is refused leads to its first fault, and to its message where no field is at fault', async () => {
  const scrolled = vi.fn<(this: Element) => void>();
  Element.prototype.scrollIntoView = scrolled;
  const led = async (...faults: string[]): Promise<Element | null> => {
    cleanup();
    show(<TwoFields faults={faults} />);
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    expect(scrolled.mock.contexts.at(-1)).toBe(document.activeElement);
    return document.activeElement;
  };
  expect(await led('rights', 'title', 'form')).toBe(screen.getByRole('textbox', { name: 'Title' }));
  expect(await led('rights', 'form')).toBe(screen.getByRole('checkbox', { name: 'Teach' }));
  expect(await led('form')).toBe(screen.getByRole('alert'));
});

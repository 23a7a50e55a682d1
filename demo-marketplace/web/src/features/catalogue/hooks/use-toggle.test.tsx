import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useToggle } from './use-toggle.js';

afterEach(cleanup);

interface Call {
  readonly isOn: boolean;
  readonly answer: () => void;
  readonly refuse: () => void;
}

function open(initial: boolean) {
  const calls: Call[] = [];
  const failures: unknown[] = [];
  const send = (isOn: boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      calls.push({ isOn, answer: resolve, refuse: () => reject(new Error('refused')) });
    });
  const { result } = renderHook(() => useToggle(initial, send, (error) => failures.push(error)));
  const flip = (): void => act(() => result.current.flip());
  return { calls, failures, result, flip };
}

test('shows a wish at once, sends one at a time, and the last wins', async () => {
  const { calls, result, flip } = open(false);
  flip();
  expect(result.current.isOn).toBe(true);
  flip();
  flip();
  flip();
  expect(result.current.isOn).toBe(false);
  expect(calls.map(({ isOn }) => isOn)).toEqual([true]);
  calls[0]!.answer();
  await waitFor(() => expect(calls.map(({ isOn }) => isOn)).toEqual([true, false]));
});

test('wishes that end where they began are not sent again', async () => {
  const { calls, flip, failures } = open(false);
  flip();
  flip();
  flip();
  await act(async () => calls[0]!.answer());
  expect(calls).toHaveLength(1);
  expect(failures).toEqual([]);
});

test('takes back what is refused', async () => {
  const { calls, failures, result, flip } = open(true);
  flip();
  expect(result.current.isOn).toBe(false);
  await act(async () => calls[0]!.refuse());
  expect(result.current.isOn).toBe(true);
  expect(failures).toHaveLength(1);
});

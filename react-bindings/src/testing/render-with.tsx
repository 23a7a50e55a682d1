import { act, renderHook } from '@testing-library/react';
import type { RtcClient } from '@lectern/rtc';
import { StrictMode, type ReactElement, type ReactNode } from 'react';
import { vi } from 'vitest';
import { LecternProvider } from '../index.js';
import type { FakeClient } from './fake-conference.js';
import { twoMembers } from './two-members.js';

/** A wrapper with a client, under StrictMode. */
export const within = (client: FakeClient | RtcClient) =>
  function Within({ children }: { children: ReactNode }): ReactElement {
    return (
      <StrictMode>
        <LecternProvider client={client}>{children}</LecternProvider>
      </StrictMode>
    );
  };

/** A hook of Ann's, who sees Ben's camera, in a conference of the SDK. `settle` delivers what is pending. */
export async function hookOfAnn<T>(run: () => T) {
  const { ann, ben, advance } = await twoMembers();
  const { result, unmount, rerender } = renderHook(run, { wrapper: within(ann.client) });
  const settle = () =>
    act(async () => {
      await advance();
      await vi.dynamicImportSettled();
      await advance(1_000);
    });
  return { ann, ben, result, unmount, rerender, settle };
}

import { expect } from '@playwright/test';
import { eventually } from '../support/index.js';
import type { DeployedClient } from './deployed-client.js';

/** Number of readable frames and tone windows that identifies a sender reliably. */
const CLEAR = 20;
/** Time without a tone after which a sender counts as silent, in ms. */
const SILENCE_MS = 1_500;

/** Waits for a member's stream, and returns its id. */
export const remoteStream = (client: DeployedClient, owner: string): Promise<string> =>
  eventually(
    `the stream of ${owner}`,
    async () => (await client.remoteStreams()).find((stream) => stream.owner.endsWith(owner)),
    (stream) => stream !== undefined,
  ).then((stream) => stream?.id ?? '');

/** Waits until `client` sees more of `sender` than it did before. */
export const sees = async (client: DeployedClient, id: string, sender: number): Promise<void> => {
  const before = await client.perceive(id);
  const report = await eventually(
    `seeing ${sender}`,
    () => client.perceive(id),
    (now) => (now?.video.readable ?? 0) > (before?.video.readable ?? 0) + CLEAR,
  );
  expect(report?.video.sender).toBe(sender);
};

/** Waits until `client` receives more audio of `sender` than before, in any element. */
export const hears = async (client: DeployedClient, sender: number): Promise<void> => {
  const before = (await client.hear())[sender] ?? 0;
  await eventually(
    `hearing ${sender}`,
    async () => (await client.hear())[sender] ?? 0,
    (now) => now > before + CLEAR,
  );
};

/** Waits until no audio of `sender` has been received for a while. */
export const hearsNothingOf = async (client: DeployedClient, sender: number): Promise<void> => {
  let heard = (await client.hear())[sender] ?? 0;
  let since = performance.now();
  await eventually(
    `not hearing ${sender} any more`,
    async () => {
      const now = (await client.hear())[sender] ?? 0;
      if (now > heard) [heard, since] = [now, performance.now()];
      return performance.now() - since;
    },
    (quietMs) => quietMs >= SILENCE_MS,
  );
};

/** Waits for further calls to a callback of the client with this detail. */
export const isTold = async (client: DeployedClient, name: string, detail?: unknown, count = 1): Promise<void> => {
  const told = await eventually(
    `"${name}" being told ${count} times`,
    () => client.events(name),
    (events) => events.length >= count,
  );
  if (detail !== undefined) expect(told.at(-1)).toEqual(detail);
};

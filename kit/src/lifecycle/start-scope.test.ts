import { expect, it } from 'vitest';
import { StartAborted, StartScope } from './start-scope.js';

it('ends what was begun, last things first, when the start fails', async () => {
  const ended: string[] = [];
  const scope = new StartScope();
  const failed = scope.run(async () => {
    scope.add(async () => void ended.push('lock'));
    scope.add(() => Promise.reject(new Error('it does not end')));
    scope.add(async () => void ended.push('database'));
    throw new Error('no port');
  });
  await expect(failed).rejects.toThrow('no port');
  expect(ended).toEqual(['database', 'lock']);
});

it('ends what was begun when it is given up, without waiting for work that hangs', async () => {
  const ended: string[] = [];
  const giveUp = new AbortController();
  const scope = new StartScope(giveUp.signal);
  const started = scope.run(async () => {
    scope.add(async () => void ended.push('database'));
    await new Promise(() => undefined);
  });
  giveUp.abort();
  await expect(started).rejects.toBeInstanceOf(StartAborted);
  expect(ended).toEqual(['database']);
});

it('ends what comes up only after it was given up, and lets it go no further', async () => {
  const ended: string[] = [];
  const giveUp = new AbortController();
  const scope = new StartScope(giveUp.signal);
  let comeUp = (): void => undefined;
  let late: Promise<void> = Promise.resolve();
  const started = scope.run(
    () =>
      (late = new Promise<void>((resolve) => (comeUp = resolve)).then(() => {
        scope.add(async () => void ended.push('database'));
        ended.push('went on');
      })),
  );
  giveUp.abort();
  await expect(started).rejects.toBeInstanceOf(StartAborted);
  comeUp();
  await expect(late).rejects.toThrow();
  expect(ended).toEqual(['database']);
});

it('begins nothing when it was given up before, and ends nothing once the start is done', async () => {
  const given = AbortSignal.abort();
  await expect(new StartScope(given).run(() => Promise.reject(new Error('begun')))).rejects.toBeInstanceOf(
    StartAborted,
  );
  const giveUp = new AbortController();
  const scope = new StartScope(giveUp.signal);
  let hasEnded = false;
  await scope.run(async () => {
    scope.add(async () => void (hasEnded = true));
  });
  giveUp.abort();
  expect(hasEnded).toBe(false);
});

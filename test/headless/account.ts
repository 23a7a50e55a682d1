import type { HeadlessParticipant } from './headless-participant.js';

const LAST_EVENTS = 40;
const LINE = 300;

/** Returns the state of a participant and its latest events. */
const accountOf = async (participant: HeadlessParticipant): Promise<string> => {
  if (!participant.isRunning) return `it has ended:\n${participant.output}`;
  // A participant without a conference has no state.
  const state: unknown = await participant.tell('state').catch((error: unknown) => String(error));
  const events = (await participant.tell('events')).slice(-LAST_EVENTS);
  const lines = events.map(({ name, detail }) => `${name} ${JSON.stringify(detail)}`.slice(0, LINE));
  return [JSON.stringify(state), ...lines].join('\n');
};

/** Awaits a condition of participants; on failure, the error contains their state and latest events. */
export const asToldBy = async <T>(participants: readonly HeadlessParticipant[], waiting: Promise<T>): Promise<T> => {
  try {
    return await waiting;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const accounts = participants.map(async (participant) => {
      const account = await accountOf(participant).catch((error: unknown) => String(error));
      return `${participant.name}: ${account}`;
    });
    throw new Error([message, ...(await Promise.all(accounts))].join('\n'), { cause });
  }
};

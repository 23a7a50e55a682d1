import { bigint } from 'drizzle-orm/pg-core';

export const bigId = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();

/** Milliseconds since the epoch. */
export const at = (name: string) => bigint(name, { mode: 'number' });

/** Another row's id, a sum of cents, a count. */
export const whole = (name: string) => bigint(name, { mode: 'number' });

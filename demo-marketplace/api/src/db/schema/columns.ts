import { bigint } from 'drizzle-orm/pg-core';

export const bigId = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();

/** Milliseconds since the epoch. */
export const at = (name: string) => bigint(name, { mode: 'number' });

/** A whole number: the id of another row, an amount in cents, a count. */
export const whole = (name: string) => bigint(name, { mode: 'number' });

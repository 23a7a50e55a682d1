import * as z from 'zod/mini';
import { FieldProblem } from './envelope.js';

// Amounts in TWD are paid, refunded and paid out in whole dollars; they are still counted in cents.

export const CENTS_PER_DOLLAR = 100;

export const isWholeDollars = (cents: number): boolean => cents % CENTS_PER_DOLLAR === 0;

/** Rounds an amount in cents down to whole dollars. */
export const wholeDollars = (cents: number): number => cents - (cents % CENTS_PER_DOLLAR);

const PERCENT = 100;

/** The platform's share of a payment in cents, rounded down to whole dollars in favour of the seller. */
export const feeOf = (payableCents: number, feePercent: number): number =>
  wholeDollars(Math.floor((payableCents * feePercent) / PERCENT));

/** Refuses an amount in cents that is not in whole dollars. */
export const inWholeDollars = z.refine<number>(isWholeDollars, { error: FieldProblem.WholeDollars });

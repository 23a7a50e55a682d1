import * as z from 'zod/mini';
import {
  DISPLAY_NAME_MAX,
  INTRO_MAX,
  PASSWORD_MIN,
  ROOM_NAME_MAX,
  ROOM_PASSWORD_MAX,
  ROOM_PASSWORD_MIN,
} from './constants.js';
import { Channel, UserType } from './enums.js';
import { FieldProblem } from './envelope.js';
import { isSingleLine } from './single-line.js';
import {
  DEFAULT_AREA,
  isCode,
  isDate,
  isEmail,
  isPassword,
  MOBILE_AREAS,
  passwordRules,
  type MobileArea,
} from './validators.js';

// Fields that several actions share.

/** PostgreSQL text cannot contain a zero character. */
const noZero = z.refine<string>((text) => !text.includes('\0'), { error: FieldProblem.Malformed });

/** Trimmed text of 1 to `max` characters. */
export const words = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max), noZero);
/** Trimmed text of up to `max` characters, which may be empty. */
export const anyWords = (max: number) => z.string().check(z.trim(), z.maxLength(max), noZero);
const singleLine = z.refine<string>(isSingleLine, { error: FieldProblem.HiddenCharacters });
/** Name or title that others see on one line: {@link words} without invisible characters. */
export const line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max), singleLine);
/** A {@link line} that may be empty. */
export const anyLine = (max: number) => z.string().check(z.trim(), z.maxLength(max), singleLine);
const formed = (isFormed: (text: string) => boolean) =>
  z
    .string()
    .check(z.trim(), z.minLength(1), z.refine<string>(isFormed, { error: FieldProblem.Malformed, abort: true }));

export const displayName = line(DISPLAY_NAME_MAX);
export const roomName = line(ROOM_NAME_MAX);
export const roomPassword = z.string().check(z.minLength(ROOM_PASSWORD_MIN), z.maxLength(ROOM_PASSWORD_MAX), noZero);
/** Professional introduction. */
export const intro = anyWords(INTRO_MAX);
export const email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.minLength(1), z.refine(isEmail, { error: FieldProblem.Malformed }));
export const code = formed(isCode);
/**
 * Random secret that a browser creates once and sends both with the request for a code and with the code. Attempts are
 * counted per challenge, so nobody else can use up the attempts of this browser.
 */
export const challenge = z.string().check(z.regex(/^[\w-]{22,64}$/));
/** `yyyy-mm-dd`. */
export const day = formed(isDate);
export const area = z.enum(Object.keys(MOBILE_AREAS) as [MobileArea, ...MobileArea[]]);

/** A new password: 8 to 12 characters with letters, digits and a special symbol. */
export const newPassword = z.string().check(
  z.minLength(1),
  z.superRefine((text: string, context) => {
    if (isPassword(text)) return;
    const { hasLength } = passwordRules(text);
    const length = text.length < PASSWORD_MIN ? FieldProblem.TooShort : FieldProblem.TooLong;
    const message = hasLength ? FieldProblem.Malformed : length;
    context.addIssue({ code: 'custom', message });
  }),
);
/** A current password, whatever rules applied when it was set. */
export const knownPassword = z.string().check(z.minLength(1), z.maxLength(64));

/** Refuses an object whose `password2` does not repeat its `password`: "the two passwords don't match". */
export const samePasswords = <T extends { readonly password: string; readonly password2: string }>() =>
  z.refine<T>((form) => form.password === form.password2, {
    error: FieldProblem.Mismatch,
    path: ['password2'],
  });

const accountFields = {
  channel: z.enum(Object.values(Channel)),
  /** Country calling code of a mobile; {@link DEFAULT_AREA} unless given. */
  area: z.optional(area),
  /** E-mail address or mobile number. */
  account: words(254),
};
/** Fields that identify an account, to be spread into a request that is checked by {@link goodAccount}. */
export const account = accountFields;

interface AccountLike {
  readonly channel: Channel;
  readonly area?: MobileArea | undefined;
  readonly account: string;
}

/** True when the account has the form of its channel. */
export const isAccount = ({ channel, area: chosen = DEFAULT_AREA, account: text }: AccountLike): boolean =>
  channel === Channel.Email ? isEmail(text) : MOBILE_AREAS[chosen](text);

/** Refuses an object whose `account` does not fit its `channel` and `area`. */
export const goodAccount = <T extends AccountLike>() =>
  z.refine<T>((form) => isAccount(form), { error: FieldProblem.Malformed, path: ['account'] });

/** An id, which clients treat as opaque text. */
export const id = z.string().check(z.regex(/^[1-9]\d{0,15}$/));
/** A timestamp: ISO 8601, UTC. */
export const moment = z.iso.datetime();
export const userType = z.enum(UserType);
/** 0 or 1, the form of the specification's flags. */
export const flag = z.literal([0, 1]);

/** Default number of rows on one page of a list. */
const PAGE_SIZE = 20;
const PAGE_SIZE_MAX = 50;

/** Requested page of a list, to be spread into a request. */
export const paging = {
  /** Page number, from 1. */
  page: z.prefault(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
  limit: z.prefault(z.int().check(z.minimum(1), z.maximum(PAGE_SIZE_MAX)), PAGE_SIZE),
};
/** Response of a list action: one page of rows. */
export const listOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ list: z.array(row), total: z.number(), page: z.number(), limit: z.number() });

import { argumentError } from '../conference/context.js';
import type { Conference, ConferenceEvents } from '../conference/types.js';
import type { Clock, Dispose } from '../core/clock.js';
import { Disposables } from '../core/disposables.js';
import { systemClock } from '../platform/system.js';
import { ResultCode } from '../protocol/index.js';
import { LogLevel, nameOfLevel } from './levels.js';
import { maskText, maskValue } from './mask.js';

/** Conferences whose logs are kept (spec §9: last 2 conference logs). */
export const KEPT_CONFERENCE_LOGS = 2;
const DEFAULT_MAX_ENTRIES = 2_000;

/** A log entry. Secrets are masked before it is created. */
export interface LogEntry {
  /** Epoch ms. */
  readonly time: number;
  readonly level: LogLevel;
  readonly message: string;
  /** Plain data. */
  readonly details?: unknown;
}

/** Log of one conference, or of everything outside of conferences (`conferenceId` undefined). */
export interface ConferenceLog {
  readonly conferenceId: string | undefined;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly entries: readonly LogEntry[];
  /** Number of older entries that were dropped. */
  readonly dropped: number;
}

export interface DiagnosticLogOptions {
  /** Minimum level that is kept; default {@link LogLevel.Info}. */
  readonly level?: LogLevel;
  /** Maximum number of entries of one conference; default 2000. */
  readonly maxEntries?: number;
  /** Called for each entry, e.g. to write it to the console. */
  readonly onEntry?: (entry: LogEntry) => void;
  readonly clock?: Clock;
}

/** Results that the specification names (§8); those from −510 to −500 end a session. */
const KNOWN_CODES: ReadonlySet<number> = new Set(Object.values(ResultCode));
const isKnown = (code: number): boolean => KNOWN_CODES.has(code) || (code >= -510 && code <= -500);

interface Page {
  readonly conferenceId: string | undefined;
  readonly startedAt: number;
  readonly entries: LogEntry[];
  dropped: number;
}

type Level = { readonly [event in keyof ConferenceEvents]: LogLevel };

/** Log level of each conference event. */
const EVENTS: Level = {
  ...{ memberJoined: LogLevel.Debug, memberLeft: LogLevel.Debug, streamUpdated: LogLevel.Debug },
  ...{ streamAdded: LogLevel.Info, streamRemoved: LogLevel.Info, stateChanged: LogLevel.Info },
  ...{ linkStateChanged: LogLevel.Info, networkWeak: LogLevel.Warn, linkFailed: LogLevel.Error },
  ...{ codecSwitched: LogLevel.Info, codecUnsupported: LogLevel.Warn, publishersExceeded: LogLevel.Warn },
  ...{ roleChanged: LogLevel.Info, adminChanged: LogLevel.Debug, attributesChanged: LogLevel.Debug },
  ...{ liveConfigsChanged: LogLevel.Debug, allMuted: LogLevel.Info, allUnmuted: LogLevel.Info },
  ...{ muted: LogLevel.Info, unmuted: LogLevel.Info, responseFailed: LogLevel.Warn },
  ...{ error: LogLevel.Error, left: LogLevel.Info },
};

/**
 * Log for support requests (spec §9): the entries of the last two conferences and of everything outside of them, in
 * memory only, with tickets, tokens and passwords masked.
 * @example
 * const log = new DiagnosticLog();
 * log.watch(conference);
 * log.write(LogLevel.Warn, 'the camera was covered');
 * await uploadLog({ url: 'https://help.example/logs', name: 'report.txt', text: log.text() });
 */
export class DiagnosticLog {
  /** Minimum level of entries that are kept from now on. */
  level: LogLevel;
  readonly #maxEntries: number;
  readonly #clock: Clock;
  readonly #onEntry: DiagnosticLogOptions['onEntry'];
  readonly #outside: Page;
  #pages: Page[] = [];
  /** Pages of conferences that are being watched. */
  readonly #watched = new Map<Disposables, Page>();

  /** @throws {LecternError} reason `invalid-argument`. */
  constructor(options: DiagnosticLogOptions = {}) {
    const { level = LogLevel.Info, maxEntries = DEFAULT_MAX_ENTRIES, clock = systemClock, onEntry } = options;
    if (!Number.isInteger(maxEntries) || maxEntries < 1)
      throw argumentError('maxEntries must be a whole number above 0');
    this.level = level;
    this.#maxEntries = maxEntries;
    this.#clock = clock;
    this.#onEntry = onEntry;
    this.#outside = this.#page(undefined);
  }

  /** Logs of the last conferences, the newest last, after the entries outside of any conference. */
  logs(): readonly ConferenceLog[] {
    return [this.#outside, ...this.#pages].map((page) => ({ ...page, entries: [...page.entries] }));
  }

  /**
   * Adds an entry to the log of the watched conference, the newest of several, or to the one outside of any. `details`
   * may be any value; a masked copy is kept.
   */
  write(level: LogLevel, message: string, details?: unknown): void {
    this.#write([...this.#watched.values()].at(-1) ?? this.#outside, level, message, details);
  }

  /**
   * Logs the events of a conference until it is left or the returned function is called. Rejoining a conference
   * continues its log. A third conference replaces the log of the first.
   */
  watch(conference: Conference): Dispose {
    const { id: conferenceId } = conference.state.getSnapshot();
    const page = this.#pages.find((one) => one.conferenceId === conferenceId) ?? this.#page(conferenceId);
    this.#pages = [...this.#pages.filter((one) => one !== page), page].slice(-KEPT_CONFERENCE_LOGS);
    this.#write(page, LogLevel.Info, 'joined', conference.state.getSnapshot());
    const listening = new Disposables();
    this.#watched.set(listening, page);
    listening.add(() => this.#watched.delete(listening));
    for (const event of Object.keys(EVENTS) as (keyof ConferenceEvents)[]) {
      const tell = (...details: unknown[]): void => {
        this.#write(page, EVENTS[event], titleOf(event, details), details);
        if (event === 'left') listening.close();
      };
      listening.add(conference.on(event, tell));
    }
    return () => listening.close();
  }

  /** The log as text, one line for each entry. */
  text(): string {
    return this.logs()
      .filter(({ conferenceId, entries }) => conferenceId !== undefined || entries.length > 0)
      .map(({ conferenceId, startedAt, entries, dropped }) => {
        const title = `# ${conferenceId === undefined ? 'outside of conferences' : `conference ${conferenceId}`}`;
        const left = dropped > 0 ? `, ${dropped} older entries left out` : '';
        return [`${title}, since ${new Date(startedAt).toISOString()}${left}`, ...entries.map(lineOf), ''].join('\n');
      })
      .join('\n');
  }

  /** Deletes all entries. */
  clear(): void {
    for (const page of [this.#outside, ...this.#pages]) {
      page.entries.length = 0;
      page.dropped = 0;
    }
  }

  #page(conferenceId: string | undefined): Page {
    return { conferenceId, startedAt: this.#clock.now(), entries: [], dropped: 0 };
  }

  #write(page: Page, level: LogLevel, message: string, details: unknown): void {
    if (level < this.level) return;
    const masked = details === undefined ? {} : { details: maskValue(details) };
    const entry: LogEntry = { time: this.#clock.now(), level, message: maskText(message), ...masked };
    if (page.entries.push(entry) > this.#maxEntries) {
      page.entries.shift();
      page.dropped += 1;
    }
    this.#onEntry?.(entry);
  }
}

/** Results that the specification does not name are logged as such. */
function titleOf(event: keyof ConferenceEvents, details: readonly unknown[]): string {
  const code = event === 'responseFailed' ? details[1] : undefined;
  return typeof code === 'number' && !isKnown(code) ? `${event}: unknown code ${code}` : event;
}

function lineOf({ time, level, message, details }: LogEntry): string {
  const more = details === undefined ? '' : ` ${JSON.stringify(details)}`;
  return `${new Date(time).toISOString()} ${nameOfLevel(level)} ${message}${more}`;
}

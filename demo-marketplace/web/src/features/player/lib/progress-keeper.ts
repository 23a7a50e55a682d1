import { WATCHED_RANGES_MAX, type RequestOf, type ResponseOf, type saveProgress } from '@lectern/marketplace-contract';

type ProgressReport = RequestOf<typeof saveProgress>;
type Answer = ResponseOf<typeof saveProgress>;

/** The position and progress of a member in a unit. */
export interface Whereabouts {
  readonly second: number;
  readonly watched: [number, number][];
  readonly ended: boolean;
}

export interface ProgressKeeperOptions {
  readonly unitId: string;
  /** Names this opening of the unit. */
  readonly play: string;
  /** Seconds of video between two calls. */
  readonly heartbeat: number;
  readonly look: () => Whereabouts;
  /** `isLeaving`: the page may be closed before the answer arrives. */
  readonly send: (report: ProgressReport, isLeaving: boolean) => Promise<Answer>;
  readonly onAnswer: (answer: Answer) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Sends the playback progress to the server: every ten seconds of video, on pause, and when the page is left. Calls do
 * not overlap, and each contains all ranges watched since the unit was opened, so the next one makes up for a failure.
 */
export class ProgressKeeper {
  readonly #options: ProgressKeeperOptions;
  #step = 0;
  #seconds = 0;
  #isSending = false;
  #isOverdue = false;
  #last: string;

  constructor(options: ProgressKeeperOptions) {
    this.#options = options;
    // Opening a unit is no progress; seeking in it is.
    this.#last = JSON.stringify(options.look());
  }

  /** A second of the video has passed. */
  tick(): void {
    this.#seconds += 1;
    if (this.#seconds >= this.#options.heartbeat) void this.save();
  }

  /** Sends a report now, unless there is nothing new. */
  async save(): Promise<void> {
    this.#seconds = 0;
    if (this.#isSending) {
      this.#isOverdue = true;
      return;
    }
    const report = this.#takeReport();
    if (report === undefined) return;
    this.#isSending = true;
    try {
      this.#options.onAnswer(await this.#options.send(report, false));
    } catch (error) {
      this.#last = '';
      this.#options.onFailure(error);
    } finally {
      this.#isSending = false;
    }
    if (this.#isOverdue) {
      this.#isOverdue = false;
      await this.save();
    }
  }

  /** Sends the last report. */
  leave(): void {
    const report = this.#takeReport();
    // There is no page left to report a failure to; the progress is sent again when the unit is opened again.
    if (report !== undefined) this.#options.send(report, true).then(this.#options.onAnswer, () => undefined);
  }

  #takeReport(): ProgressReport | undefined {
    const { unitId, play } = this.#options;
    const whereabouts = this.#options.look();
    const news = JSON.stringify(whereabouts);
    if (news === this.#last) return undefined;
    const { second, watched, ended } = whereabouts;
    this.#last = news;
    this.#step += 1;
    return { unit_id: unitId, second, watched: watched.slice(-WATCHED_RANGES_MAX), ended, play, step: this.#step };
  }
}

import type { CallOptions } from '../conference/types.js';

/** What can be shared (spec §9). */
export type DesktopSourceKind = 'screen' | 'window' | 'tab';

/** A screen or window as Electron's `desktopCapturer` lists it. */
export interface ElectronSource {
  /** For the capture, e.g. `screen:0:0`. */
  readonly id: string;
  readonly name: string;
  /** Picture of at most 230 × 230 px. */
  readonly thumbnail?: { toDataURL(): string };
}

/** Electron's side: its main process lists the sources, so the application hands the way there in. */
export interface ElectronDesktop {
  /** Usually `desktopCapturer.getSources` behind the application's own preload bridge. */
  getSources(options: {
    readonly types: readonly string[];
    readonly thumbnailSize: { readonly width: number; readonly height: number };
  }): Promise<readonly ElectronSource[]>;
  /** Lets the user choose; undefined is a refusal. By default a dialog made by `createSourceChooser`. */
  choose?(sources: readonly ElectronSource[], signal?: AbortSignal): Promise<ElectronSource | undefined>;
}

/** The browser extension of pages that are older than `getDisplayMedia`. */
export interface DesktopExtension {
  /** Id of the element by which the extension shows in the page that it is there. */
  readonly markerId: string;
  /** Where the marker is looked for; by default the page. */
  readonly document?: { getElementById(id: string): unknown };
  /** Asks the extension to let the user choose; gives a `chromeMediaSourceId`, undefined where the user refused. */
  requestSource(sources: readonly DesktopSourceKind[]): Promise<string | undefined>;
}

/** What is captured. */
export interface DesktopCaptureOptions extends CallOptions {
  /** What is offered; by default screen, window and tab, in Electron screen and window (spec §9). */
  readonly sources?: readonly DesktopSourceKind[];
  /** Also the sound of the system or tab, as far as browser and system allow it (default `false`). */
  readonly audio?: boolean;
  /**
   * Whether the chosen tab falls silent at this machine while its sound is shared, so that microphones do not pick it
   * up again (default `true`; where the browser knows `suppressLocalAudioPlayback`).
   */
  readonly suppressLocalAudioPlayback?: boolean;
  /** Limits of the picture, no `min` nor `exact`; by default at most 1920 × 1080 px, 15 to 30 frames per second. */
  readonly video?: MediaTrackConstraints;
  /** What the encoder shall keep: `detail` and `text` sharpness (default `detail`), `motion` fluency. */
  readonly contentHint?: 'detail' | 'text' | 'motion';
  readonly electron?: ElectronDesktop;
  readonly extension?: DesktopExtension;
}

/** How a desktop is shared. */
export interface ShareDesktopOptions extends DesktopCaptureOptions {
  /** Seen by the others. */
  readonly name?: string;
  /** Any JSON value, seen by the others. */
  readonly ext?: unknown;
}

import type { CallOptions } from '../conference/types.js';

/** Kinds of sources that can be shared (spec §9). */
export type DesktopSourceKind = 'screen' | 'window' | 'tab';

/** A screen or window in the format of Electron's `desktopCapturer`. */
export interface ElectronSource {
  /** Source id for the capture, e.g. `screen:0:0`. */
  readonly id: string;
  readonly name: string;
  /** Image of at most 230 × 230 px. */
  readonly thumbnail?: { toDataURL(): string };
}

/** Access to Electron's main process, which lists the sources; the application provides it. */
export interface ElectronDesktop {
  /** Usually `desktopCapturer.getSources` behind the application's own preload bridge. */
  getSources(options: {
    readonly types: readonly string[];
    readonly thumbnailSize: { readonly width: number; readonly height: number };
  }): Promise<readonly ElectronSource[]>;
  /** Lets the user choose; undefined if the user cancels. By default a dialog made by `createSourceChooser`. */
  choose?(sources: readonly ElectronSource[], signal?: AbortSignal): Promise<ElectronSource | undefined>;
}

/** Browser extension for browsers without `getDisplayMedia`. */
export interface DesktopExtension {
  /** Id of the element that the extension adds to the page to announce itself. */
  readonly markerId: string;
  /** Document that holds the marker; by default the page. */
  readonly document?: { getElementById(id: string): unknown };
  /** Lets the extension prompt the user; resolves with a `chromeMediaSourceId`, undefined if the user cancels. */
  requestSource(sources: readonly DesktopSourceKind[]): Promise<string | undefined>;
}

/** Options of a desktop capture. */
export interface DesktopCaptureOptions extends CallOptions {
  /**
   * Kinds of sources offered to the user; by default screen, window and tab, in Electron screen and window (spec §9).
   */
  readonly sources?: readonly DesktopSourceKind[];
  /** Also captures the audio of the system or tab, as far as browser and system allow it (default `false`). */
  readonly audio?: boolean;
  /**
   * Mutes the chosen tab on this machine while its audio is shared, so that microphones do not pick it up (default
   * `true`; effective if the browser supports `suppressLocalAudioPlayback`).
   */
  readonly suppressLocalAudioPlayback?: boolean;
  /** Video constraints without `min` and `exact`; by default at most 1920 × 1080 px, 15 to 30 frames per second. */
  readonly video?: MediaTrackConstraints;
  /** Quality that the encoder keeps: sharpness for `detail` (the default) and `text`, frame rate for `motion`. */
  readonly contentHint?: 'detail' | 'text' | 'motion';
  readonly electron?: ElectronDesktop;
  readonly extension?: DesktopExtension;
}

/** Options of sharing a desktop. */
export interface ShareDesktopOptions extends DesktopCaptureOptions {
  /** Name that the others see. */
  readonly name?: string;
  /** Any JSON value, seen by the others. */
  readonly ext?: unknown;
}

import type { RtcUser } from '@lectern/marketplace-contract';
import { useState } from 'react';
import { enterAsGuest } from '../api/enter-as-guest.js';

/** Keeps one identity per name while the page is open, so that trying again does not make another user. */
class Guests {
  #last: { readonly name: string; readonly guest: RtcUser } | undefined;

  async get(name: string, locale: string, signal: AbortSignal): Promise<RtcUser> {
    if (this.#last?.name !== name) this.#last = { name, guest: await enterAsGuest(name, locale, signal) };
    return this.#last.guest;
  }

  forget(): void {
    this.#last = undefined;
  }
}

export function useGuest(): Guests {
  return useState(() => new Guests())[0];
}

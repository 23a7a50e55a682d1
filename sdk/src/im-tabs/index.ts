/** One connection of instant messaging for all tabs of a browser. */
export { shareBetweenTabs, type ShareBetweenTabsOptions, type TabChannel, type TabLocks } from './share.js';

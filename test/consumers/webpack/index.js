import * as sdk from '@lectern/rtc';
import * as admin from '@lectern/rtc/admin';
import * as call from '@lectern/rtc/call';
import * as deployment from '@lectern/rtc/deployment';
import * as desktop from '@lectern/rtc/desktop';
import * as devices from '@lectern/rtc/devices';
import * as diagnostics from '@lectern/rtc/diagnostics';
import * as element from '@lectern/rtc/element';
import * as im from '@lectern/rtc/im';
import * as imTabs from '@lectern/rtc/im-tabs';
import * as messages from '@lectern/rtc/messages';
import * as overlay from '@lectern/rtc/overlay';
import * as p2p from '@lectern/rtc/p2p';
import * as quality from '@lectern/rtc/quality';
import * as recorder from '@lectern/rtc/recorder';
import * as remoteControl from '@lectern/rtc/remote-control';
import { enterClass } from './shared/class.js';

globalThis.entries = {
  ...{ admin, call, deployment, desktop, devices, diagnostics, element, im, imTabs, messages },
  ...{ overlay, p2p, quality, recorder, remoteControl },
};
enterClass(sdk);

// Preloaded into a server: shifts its clock ahead of the machine's by the amount that the parent process sends, or
// stops it.
const machine = Date.now;
let aheadMs = 0;
let stoppedAt;
Date.now = () => (stoppedAt ?? machine()) + aheadMs;
process.on('message', (told) => {
  // Child processes of the server preload this too, and receive other messages.
  if (typeof told?.aheadMs !== 'number') return;
  aheadMs = told.aheadMs;
  if (told.isStopped) stoppedAt ??= machine();
  process.send(told);
});

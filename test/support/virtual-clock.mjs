// Loaded into a server before it starts: its clock is ahead of the machine's by what its parent tells, or stands still.
const machine = Date.now;
let aheadMs = 0;
let stoppedAt;
Date.now = () => (stoppedAt ?? machine()) + aheadMs;
process.on('message', (told) => {
  // Processes that the server starts have this loaded, too, and are told other things.
  if (typeof told?.aheadMs !== 'number') return;
  aheadMs = told.aheadMs;
  if (told.isStopped) stoppedAt ??= machine();
  process.send(told);
});

// Loaded ahead of every command. When a command has nothing left to do, Node closes what is still open piece by piece, and has
// been seen to wait for some of it for good, at full speed, after all was done (like nodejs/node#47748): this leaves at once.
process.on('beforeExit', () => {
  process.exit();
});

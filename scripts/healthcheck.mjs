// For whoever keeps a container running: ends with 0 when the program answers. Links redirect without a database, so it is not asked for.
const { PORT = '3000' } = process.env;
const isAlive = await fetch(`http://127.0.0.1:${PORT}/healthz`).then(
  ({ ok }) => ok,
  () => false,
);
process.exitCode = isAlive ? 0 : 1;

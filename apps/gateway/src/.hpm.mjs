import http from 'node:http';
import { createProxyMiddleware } from 'http-proxy-middleware';
const agent = new http.Agent({ keepAlive: true, maxSockets: 128, scheduling: 'lifo' });
const mw = createProxyMiddleware({ target: { protocol: 'http:', hostname: '127.0.0.1', port: '28001', pathname: '' }, agent, pathFilter: () => true, ejectPlugins: true, selfHandleResponse: true,
  plugins: [(p) => { p.on('proxyRes', (inc, req, res) => { res.writeHead(inc.statusCode, inc.rawHeaders); inc.pipe(res); }); p.on('error', () => {}); }] });
http.createServer((req, res) => { mw(req, res, () => {}); }).listen(28000, '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));

// The minimal work of a JSON server: reads the request and answers with the requested number of bytes.
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => (text += chunk));
  request.on('end', () => {
    const { bytes } = JSON.parse(text);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: 'x'.repeat(bytes) }));
  });
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));

import { createServer } from "node:http";

/** The floor of every redirect: node:http answers each request with the same 302 and stores nothing. */
const headers = { Location: "https://example.org/", "Content-Length": "0" };
createServer((_req, res) => {
  res.writeHead(302, headers);
  res.end();
}).listen(Number(process.env.PORT), "127.0.0.1");

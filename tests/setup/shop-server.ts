import pg from "pg";
import { aShop, type Shop } from "../tracking/click-world";
import { aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { aServer, type Server } from "../world/server";

/** A server with a link to click on and the superadmin "chief", and a connection to its database. */
export async function aShopServer(env: Record<string, string> = {}): Promise<{
  server: Server;
  shop: Shop;
  client: pg.Client;
}> {
  const database = await aDatabase();
  await database.enter();
  const shop = await aShop({ heard: false });
  await aSuperadmin({ username: "chief" });
  const server = await aServer({ database, env });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  // The database is removed with the test file.
  client.on("error", () => undefined);
  return { server, shop, client };
}

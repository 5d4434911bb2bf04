import { uploads as room } from "~/gate.server";
import { calls, uploaded } from "../calls";

const MB = 1024 * 1024;

export const uploads = calls({
  "POST files/image": uploaded(room.upload, 5 * MB),
});

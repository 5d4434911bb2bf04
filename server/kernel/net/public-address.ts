import ipaddr from "ipaddr.js";
export const isPublicAddress = (ip: string): boolean => ipaddr.process(ip).range() === "unicast";

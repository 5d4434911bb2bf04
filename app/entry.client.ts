import "./tailwind.css";

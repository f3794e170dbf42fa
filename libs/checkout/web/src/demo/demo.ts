import './demo.css';
